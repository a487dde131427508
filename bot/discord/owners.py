"""The bot's owners, who may use the owners' commands in the owners' server."""

from __future__ import annotations

from typing import Any

import discord

from bot.app.settings import Settings
from bot.discord.server_directory import has_role
from bot.matches.ttl_cache import CachedValue
from rules.kernel.errors import Refusal
from rules.kernel.words.translation import N_


class Owners:
    """The owners of the application, fetched from Discord and cached for a minute."""

    def __init__(self, client: discord.Client, settings: Settings) -> None:
        self._settings = settings
        self._application = CachedValue(lambda: client.application_info())

    async def check(self, interaction: discord.Interaction[Any]) -> None:
        """Raise Refusal unless an owner, or someone with the owners' role, has acted in the owners' server."""
        owner_server = self._settings.owner_server
        if owner_server is None or interaction.guild_id != owner_server:
            raise Refusal(N_("Only the bot's owners can use this, in their own server."))
        if not has_role(interaction, self._settings.owner_role) and not await self.is_owner(interaction.user.id):
            raise Refusal(N_("Only the bot's owners can do this."))

    async def is_owner(self, user_id: int) -> bool:
        """Return whether a person is an owner of the application."""
        application = await self._application.get()
        team = application.team
        return user_id in ([application.owner.id] if team is None else map(_id, filter(_may, team.members)))

    async def main_owner(self) -> int:
        """Return the id of the owner that the bot writes to: the application's owner, or the owner of its team."""
        application = await self._application.get()
        team = application.team
        return application.owner.id if team is None or team.owner_id is None else team.owner_id


def _id(member: discord.TeamMember) -> int:
    return member.id


def _may(member: discord.TeamMember) -> bool:
    """Return whether a team member has accepted the invitation to the team and may change the application."""
    accepted = member.membership_state is discord.TeamMembershipState.accepted
    return accepted and member.role is not discord.TeamMemberRole.read_only
