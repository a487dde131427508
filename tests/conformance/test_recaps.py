"""The recap of a match is complete in every game, and respects its limits of lines and characters."""

from __future__ import annotations

from itertools import cycle, pairwise

import pytest

import rules
from rules.kernel.words import recap
from rules.kernel.words.recap import RecapMove
from rules.kernel.words.translation import LOCALES, Translator
from tests.conformance.leak_detection import NAMES
from tests.conformance.random_play import tables
from tests.conformance.recaps import NO_LIMIT, matches, names, recap_lines, seen

#: The limits (lines, characters) of a recap in a post, and of a recap in a panel.
BUDGETS = [(6, 1700), (12, 1000)]
#: Events that recaps use as a heading, or leave to the log because nearly every turn has them: routine draws, payments
#: and shuffles, and the orders and resources of the Great Old One's cultists.
ONLY_IN_THE_LOG = {
    "control_drawn", "control_shuffled", "cultist_acts", "cultist_resource", "drew_hidden", "paid_with", "reshuffled",
}  # fmt: skip
#: Events whose names may be missing: cards that were used or played as a payment, and the places on the way of an agent
#: or a marker that moved on.
NAMED_ONLY_IN_THE_LOG = {"used", "gate_worked", "markers_left", "travelled"}


@pytest.mark.parametrize("locale", LOCALES)
@tables
def test_all_that_the_log_names_is_in_the_recap(game: str, seats: int, locale: str) -> None:
    """Every name in the log of a move is also in the move's recap, unless recaps leave it to the log."""
    say, table = Translator(locale, NAMES[:seats]), rules.GAMES[game]
    for moves in matches(game, seats):
        for events in seen(moves, None):
            text = " ".join(recap_lines(game, say, [events]))
            for event in events:
                missing = [
                    name
                    for name in names(game, locale).findall(table.event_line(say, event) or "")
                    # In Hungarian, an article of the name may become the article of the sentence.
                    if name.lower() not in text.lower()
                    and event.body.kind not in ONLY_IN_THE_LOG | NAMED_ONLY_IN_THE_LOG
                ]
                assert not missing, (event, text)


@tables
def test_every_event_that_the_log_tells_is_told(game: str, seats: int) -> None:
    """Each event with a log line has a line in a recap of only this event, unless recaps leave it to the log."""
    say, table = Translator("en", NAMES[:seats]), rules.GAMES[game]
    for moves in matches(game, seats):
        for event in (event for events in seen(moves, None) for event in events):
            if event.body.kind not in ONLY_IN_THE_LOG and table.event_line(say, event):
                assert recap_lines(game, say, [[event]]), event


@tables
def test_the_recap_of_a_whole_match_holds_the_recap_of_each_turn(game: str, seats: int) -> None:
    """The recap of the second half of a match equals the end of the recap of the whole match."""
    say = Translator("en", NAMES[:seats])
    for moves in matches(game, seats):
        public = seen(moves, None)
        whole = recap_lines(game, say, public)
        assert whole
        later = [RecapMove(events, before=number < len(public) // 2) for number, events in enumerate(public)]
        table = rules.GAMES[game]
        half = recap.lines(say, table.recap, table.event_line, later, NO_LIMIT, NO_LIMIT)
        # The first line of `half` may differ, because the second half can start in the middle of a turn.
        assert half[1:] == whole[len(whole) - len(half) + 1 :]


@pytest.mark.parametrize(("locale", "budget"), [*zip(LOCALES, cycle(BUDGETS), strict=False)])
@tables
def test_any_stretch_of_a_match_keeps_within_its_lines(
    game: str, seats: int, locale: str, budget: tuple[int, int]
) -> None:
    say, (most, room) = Translator(locale, NAMES[:seats]), budget
    for moves in matches(game, seats):
        cuts = [*range(0, len(moves), 37), len(moves)]
        stretches = [*pairwise(cuts), (0, len(moves))]
        for start, end in stretches:
            lines = recap_lines(game, say, moves[start:end], most, room)
            assert len(lines) <= most
            assert sum(map(len, lines)) <= room
            assert all("{" not in line and line == line.strip() for line in lines)
