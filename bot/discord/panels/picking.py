"""Options that are lists: the buttons and the form of the option panel, and reading what was typed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import discord
from discord import ui

from bot.discord.support import controls, limits, names
from bot.discord.support.controls import Style
from bot.discord.support.match_options import Option
from bot.matches import MatchInfo
from rules.kernel.content.deck_lines import Names
from rules.kernel.errors import Refusal
from rules.kernel.game import AnyGame
from rules.kernel.words.picks import Picks
from rules.kernel.words.text import LOCALES, N_, Say

#: The longest list that may be typed.
LONGEST = 1000
#: What stands between two names.
_BETWEEN = re.compile(r"[;\n]+")


def buttons(info: MatchInfo, option: Option, page: int) -> list[ui.Item[Any]]:
    """Return the buttons that pick by name and draw anew."""
    picks = option.picks
    assert picks is not None
    return [
        controls.button(picks.pick, "picklist", info.id, option.field, page),
        controls.button(picks.draw, "pickdraw", info.id, option.field, page),
    ]


def page_of(say: Say, info: MatchInfo, option: Option, picks: Picks, page: int) -> ui.LayoutView:
    """Return the page that shows what can be picked, by kind."""
    kinds: dict[str, list[str]] = {}
    for thing in picks.things:
        kinds.setdefault(thing.kind, []).append(thing.name)
    lines = [f"### {picks.pick}", *(f"**{kind}:** {', '.join(named)}" for kind, named in kinds.items())]
    names_now = {thing.id: thing.name for thing in picks.things}
    if picks.present:
        now = " · ".join(names_now[one] for one in picks.present if one in names_now)
        lines.append(f"-# {say.t('Now: {names}', names=now)}")
    buttons = controls.row(
        controls.button(say.t("Write the names"), "pickform", info.id, option.field, page, style=Style.primary),
        controls.button(picks.draw, "pickdraw", info.id, option.field, page),
        controls.button(say.t("Back"), "optpage", info.id, page),
    )
    return controls.layout(ui.Container(controls.text(limits.clip_lines(lines, limits.LAYOUT)), buttons))


def form(say: Say, info: MatchInfo, option: Option, picks: Picks, page: int) -> ui.Modal:
    """Return the form with the present list, one name a line."""
    by_id = {thing.id: thing.name for thing in picks.things}
    text = "\n".join(by_id[one] for one in picks.present if one in by_id)
    line = ui.TextInput[Any](
        custom_id="value", style=discord.TextStyle.paragraph, default=text[:LONGEST] or None, max_length=LONGEST
    )
    question = say.t("{n} names, one a line", n=picks.count)
    return controls.sheet(option.title, [(question, line)], "pickset", info.id, option.field, page)


def read(game: AnyGame, info: MatchInfo, field: str, picks: Picks, text: str) -> list[str]:
    """Return the ids that a list of names means, in any language and also misspelt; raises Refusal."""
    known: dict[str, list[str]] = {thing.id: [] for thing in picks.things}
    for locale in LOCALES:
        said = game.option_picks(Say(locale), field, info.options)
        for thing in said.things if said is not None else ():
            known[thing.id].append(thing.name)
    index = Names(known)
    shown = {thing.id: thing.name for thing in picks.things}
    found: dict[str, str] = {}
    for words in _listed(index, text):
        one = _meant(index, words)
        if one in found:
            raise Refusal(N_("“{words}” is named twice; name {n} different ones."), words=shown[one], n=picks.count)
        found[one] = words
    if len(found) != picks.count:
        raise Refusal(N_("You named {named}; it takes exactly {n}."), named=len(found), n=picks.count)
    return list(found)


def _listed(index: Names, text: str) -> Iterator[str]:
    """Yield the names of a list. A comma stands between two names, or inside one."""
    for line in filter(None, (part.strip() for part in _BETWEEN.split(text))):
        parts = [part.strip() for part in line.split(",") if part.strip()]
        while parts:
            most = next((n for n in range(len(parts), 1, -1) if index.find(", ".join(parts[:n]))), 1)
            yield ", ".join(parts[:most])[: limits.LOOKED_UP]
            del parts[:most]


def _meant(index: Names, words: str) -> str:
    """Return the one thing that a name means; raises Refusal."""
    exact = index.find(words)
    if len(exact) == 1:
        return next(iter(exact))
    likely = index.like(words)
    if len(likely) == 1:
        return next(iter(index.find(likely[0])))
    quoted = names.quoted(words)
    if likely:
        raise Refusal(
            N_("I know nothing called “{words}”; did you mean {names}?"), words=quoted, names=" / ".join(likely)
        )
    raise Refusal(N_("I know nothing called “{words}”; `/card` shows what there is."), words=quoted)
