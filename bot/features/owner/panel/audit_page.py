"""The audit page of `/owner`: a record of the owners' actions."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from bot.discord.bot import Bot
from bot.discord.ui import controls
from bot.discord.ui.person_lookup import person_name
from bot.features.owner.panel.page_frame import MAX_ROWS, Items, list_part, page
from bot.features.owner.service.announcements import ANNOUNCED, STOPPED
from bot.features.owner.service.blocklist import BARRED, SERVED
from bot.matches.processes import short_name
from bot.matches.quota_overrides import CAPPED, QUOTAS
from bot.matches.settings.servers import ServerChange
from bot.store.statements.rows import EVERYWHERE
from rules.kernel.words.translation import N_, Translator

PAGE_NAME = "record"
#: Number of actions per page.
PAGE_SIZE = 20


@page(PAGE_NAME, N_("Who did what"))
async def record(bot: Bot, say: Translator, part: int) -> Items:
    """Return a page of the owners' recorded actions, newest first."""
    all_changes = await bot.service.servers.changes(EVERYWHERE, MAX_ROWS)
    rows, turning = list_part(say, PAGE_NAME, all_changes, part, PAGE_SIZE)
    lines = [f"<t:{row.at}:f> {person_name(say, row.user_id)}: {_action_words(say, row)}" for row in rows]
    return [controls.text("\n".join(lines or [say.t("No one has done anything yet.")])), *turning]


def _action_words(say: Translator, row: ServerChange) -> str:
    """Return the text that describes an action; an action unknown to this version of the bot is shown by its name."""
    return ACTION_WORDS[row.what](say, row.value) if row.what in ACTION_WORDS else f"`{row.what}`"


def _of_process(words: str, say: Translator, name: str) -> str:
    return say.t(words, who=say.t("process {name}", name=short_name(name)) if name else say.t("all processes"))


def _subject(say: Translator, value: Any) -> str:
    if value["what"] == "server":
        return say.t("Server {id}", id=value["subject"])
    return person_name(say, value["subject"])


def _limit(say: Translator, value: Any) -> str:
    name = value["name"]
    title = say.t(QUOTAS[name].title) if name in QUOTAS else name
    words = say.t("as in the settings") if value["value"] is None else f"{value['value']:g}"
    return f"{title}: {words}"


#: Functions that describe each kind of action, keyed by its recorded name. Features with their own actions add entries.
ACTION_WORDS: dict[str, Callable[[Translator, Any], str]] = {
    **{
        name: partial(_of_process, words)
        for name, words in {
            "undrained": N_("{who}: resume"),
            "drained": N_("{who}: start nothing new"),
            "stopped": N_("{who}: stop"),
        }.items()
    },
    BARRED: lambda say, value: say.t("{who} blocked", who=_subject(say, value)),
    SERVED: lambda say, value: say.t("{who} unblocked", who=_subject(say, value)),
    CAPPED: lambda say, value: say.t("limit changed: {what}", what=_limit(say, value)),
    ANNOUNCED: lambda say, value: say.t("announcement {n} posted", n=value),
    STOPPED: lambda say, value: say.t("announcement {n} stopped", n=value),
    "repair": lambda say, value: say.t("match {n} retried", n=value),
    "repairto": lambda say, value: say.t("match {n} set back", n=value),
    "end": lambda say, value: say.t("match {n} ended", n=value),
}
