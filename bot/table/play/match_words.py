"""A match in words, for people who don't see pictures: the choice, their cards, the board, and the texts of its cards.

Each string and number in a picture of the match is also in these words. A test compares them:
`tests/conformance/test_pictures_in_words.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.discord.ui import limits
from bot.table.play import board_diff, lookup_menus
from rules.kernel.data.view import View
from rules.kernel.engine.decisions import Decision
from rules.kernel.engine.game_parts import AnyParts
from rules.kernel.words.full_stops import without_full_stop
from rules.kernel.words.translation import N_, Translator

#: The heading above a list of changes, and the text shown if there are none. The key names the earlier board that the
#: current board is compared with: the board after the person's last move, the board they last looked at, or the board
#: before the last turn.
CHANGED = {
    "move": (N_("Changed since your last move:"), N_("Nothing has changed since your last move.")),
    "look": (N_("Changed since you last looked:"), N_("Nothing has changed since you last looked.")),
    "turn": (N_("Changed in the last turn:"), N_("Nothing changed in the last turn.")),
}


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the words, with its title."""

    title: str
    text: str


def sections(
    game: AnyParts,
    say: Translator,
    view: View,
    decision: Decision | None,
    before: View | None = None,
    since: str = "move",
) -> list[Section]:
    """Return the whole match in words. `before` is the earlier board for the list of changes; see `CHANGED`."""
    found = [] if decision is None else [Section(say.t("Your choice"), _choice(game, say, view, decision))]
    if view.viewer is not None:
        found.append(Section(say.t("Your cards"), game.hand_text(say, view)))
    found.append(Section(say.t("The board"), board(game, say, view, before, since, whole=True)))
    if texts := "\n".join(_card_texts(game, say, view)):
        found.append(Section(say.t("Card texts"), texts))
    return found


def board(
    game: AnyParts, say: Translator, view: View, before: View | None, since: str = "move", *, whole: bool = False
) -> str:
    """Return the text of the board, below a list of the changes since the view `before`.

    Unless `whole`, a game may leave out details of a long text.
    """
    write = game.whole_board_text if whole else None
    if before is None:
        return game.board_text(say, view) if write is None else write(say, view)
    if write is None:  # texts of two views that are compared have the same amount of detail
        words, old = game.board_text(say, view, before), game.board_text(say, before, view)
    else:
        words, old = write(say, view), write(say, before)
    changes = board_diff.diff_texts(old, words, say.names)
    head, nothing = CHANGED[since]
    lines = board_diff.diff_lines(say, changes)
    first = [f"**{say.t(head)}**", *lines] if lines else [f"**{say.t(nothing)}**"]
    return "\n".join([*first, "", board_diff.mark_changes(say, words, changes)])


def _choice(game: AnyParts, say: Translator, view: View, decision: Decision) -> str:
    """Return the question and every option with its whole effect, in groups and in the panel's order."""
    order = {kind: (kind in game.concluding, number) for number, kind in enumerate(game.actions)}
    options = [(type(action), game.action_text(say, view, action)) for action in decision.actions]
    last = (True, len(order))
    options.sort(key=lambda option: (option[1].useless, order.get(option[0], last), option[1].place))
    groups: dict[str, list[str]] = {}
    for _, text in options:
        line = f"**{without_full_stop(text.label)}**"
        groups.setdefault(text.group, []).append(f"- {line}: {text.detail}" if text.detail else f"- {line}")
    lines = [game.question(say, view, decision.prompt)]
    for title, listed in groups.items():
        # Without an empty line, the title would belong to the last option of the list above.
        lines += [*(["", f"{title}:"] if title else []), *listed]
    return "\n".join(lines)


def _card_texts(game: AnyParts, say: Translator, view: View) -> Iterator[str]:
    """Yield the texts of all cards and places that this person can see, part by part and each only once."""
    entry_by_id, told = lookup_menus.entries(game, say.locale, say.pack), set[str]()
    for zone in game.on_table(say, view):
        new = [one for one in dict.fromkeys(zone.ids) if one in entry_by_id and one not in told]
        told.update(new)
        yield from [f"**{zone.title}**"] if new else []
        for entry in (entry_by_id[one] for one in new):
            yield f"- {entry.name} ({entry.kind}): {_in_one_line(entry.text)}"


def _in_one_line(text: str) -> str:
    """Return the lines of a text as sentences in one line."""
    return " ".join(line if line.endswith((".", "!", "?", ":")) else f"{line}." for line in text.splitlines() if line)


def pages(parts: Sequence[Section], limit: int) -> list[Section]:
    """Split sections into pages of at most `limit` characters. Each section starts a page."""
    return [Section(part.title, page) for part in parts for page in limits.pages(part.text, limit)]
