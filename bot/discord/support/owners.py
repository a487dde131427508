"""Who owns the bot, and may use what its owners have in their server."""

from __future__ import annotations

from typing import Any

import discord

from bot.config import Settings
from bot.discord.support.directory import has_role
from bot.matches.recent import Latest
from rules.kernel.errors import Refusal
from rules.kernel.words.text import N_


class Owners:
    """Those the application belongs to: Discord is asked, and what it said is remembered for a minute."""

    def __init__(self, client: discord.Client, settings: Settings) -> None:
        self._client = client
        self._settings = settings
        self._known = Latest(self._asked)

    async def check(self, interaction: discord.Interaction[Any]) -> None:
        """Raise Refusal unless an owner, or somebody with the owners' role, acts in the owners' server."""
        here = self._settings.owner_server
        if here is None or interaction.guild_id != here:
            raise Refusal(N_("This is for those who run me, in their own server."))
        if not has_role(interaction, self._settings.owner_role) and interaction.user.id not in await self._known.get():
            raise Refusal(N_("Only those who run me may do this."))

    async def is_one(self, user_id: int) -> bool:
        """Tell whether the application belongs to somebody."""
        return user_id in await self._known.get()

    async def _asked(self) -> frozenset[int]:
        application = await self._client.application_info()
        team = application.team
        return frozenset([application.owner.id] if team is None else map(_id, filter(_may, team.members)))


def _id(member: discord.TeamMember) -> int:
    return member.id


def _may(member: discord.TeamMember) -> bool:
    """Tell whether somebody of a team has accepted, and may change the application."""
    accepted = member.membership_state is discord.TeamMembershipState.accepted
    return accepted and member.role is not discord.TeamMemberRole.read_only
