"""The end of the game: EOD-EX.30 to EX.33, EXN.1 and EXN.2.

After the last turn, the final Goodwill, the awards and the Victory Points follow without further decisions.
"""

from __future__ import annotations

from collections.abc import Sequence as Seq
from functools import partial

from rules.edge_of_darkness.examples.position_builder import (
    ANOINTED,
    STREET,
    TOWER,
    Moves,
    acting,
    claimed,
    move,
    set_player,
    set_turn,
    sleeve_slip,
)
from rules.edge_of_darkness.examples.registry import EDGE_EXAMPLES
from rules.edge_of_darkness.state.actions import EndTurn
from rules.edge_of_darkness.state.state import ROUNDS, EdgeMatch
from rules.kernel.engine.match import arrange

#: Six cards of the Anointed with advancements: the four Starters and two claimed cards.
SIX = {
    "marie_christine_botrelle": ("forge_m1", "war_council_b1"),
    "brother_anselm_rook": ("deephollow_m1", "university_b1"),
    "sister_odile_marrec": ("citywatch_m1", "watchtower_b1"),
    "prior_benedikt_lorne": ("capital_hall_m1", "millhollow_b1"),
    "ruta_vantongeren": ("tallow_m1",),
    "oswin_tallow": ("gallows_b1",),
}
#: A card for the Guild Hall with three filled slots, one for the Street with two, and one for the tower with three.
HALL, LAID, PERCHED = "marie_christine_botrelle", "brother_anselm_rook", "sister_odile_marrec"


def last_turn(seats: int = 2, street: Seq[str] = STREET, tower: Seq[str] = TOWER) -> EdgeMatch:
    """Return a match at the end of seat 0's Action turn, which is the last one."""
    match = acting(seats, street=street, tower=tower)
    set_turn(match, sleeved=True)
    with arrange(match) as state:
        state.round = ROUNDS
    return match


def six_cards() -> EdgeMatch:
    """Return a match at the end of the last turn.

    The active player owns six Guild cards and leads in every award.
    """
    match = last_turn()
    for card, slips in SIX.items():
        move(match, card, match.state.players[ANOINTED].hand)
        sleeve_slip(match, card, *slips)
    for card in ("ruta_vantongeren", "oswin_tallow"):
        claimed(match, ANOINTED, card)
    agents = {"watchtower": 2, "guildmark_university": 2}
    set_player(match, ANOINTED, reputation=4, coins=5, influence=3, goodwill=7, pool=3, untrained=3, agents=agents)
    set_player(match, 1, reputation=3, moved_down=2)
    return match


def leading_pair(*reputation: int) -> EdgeMatch:
    """Return a match of four players at the end of the last turn, with these Reputations by seat.

    The first two players lead in all other awards.
    """
    match = last_turn(4)
    for seat, number in enumerate(reputation):
        ahead = seat < 2
        set_player(match, seat, reputation=number, pool=5 if ahead else 4, untrained=5 if ahead else 6,
                   moved_down=1 if ahead else 2)  # fmt: skip
    for seat, card in enumerate(TOWER[:2]):
        claimed(match, seat, card)
    return match


def cards_about() -> EdgeMatch:
    """Return a match at the end of the last turn, where one player has cards in the Guild Hall, Street and tower."""
    match = last_turn(street=[LAID, *STREET[1:]], tower=[PERCHED, *TOWER[1:]])
    move(match, HALL, match.state.players[ANOINTED].hall)
    sleeve_slip(match, HALL, "forge_m1", "war_council_b1")
    sleeve_slip(match, LAID, "deephollow_m1")
    sleeve_slip(match, PERCHED, "citywatch_m1", "watchtower_b1")
    return match


@EDGE_EXAMPLES.example("EOD-EX.30", six_cards, seat=ANOINTED)
@EDGE_EXAMPLES.example("EOD-EXN.1", six_cards, seat=ANOINTED)
@EDGE_EXAMPLES.example("EOD-EXN.2", six_cards, seat=ANOINTED)
@EDGE_EXAMPLES.example("EOD-EX.32", partial(leading_pair, 9, 9, 5, 4))
@EDGE_EXAMPLES.example("EOD-EX.33", cards_about)
def the_match_ends(match: EdgeMatch) -> Moves:
    """End the last turn, which ends the match."""
    yield ANOINTED, EndTurn()


EDGE_EXAMPLES.position_only("EOD-EX.31", six_cards, seat=ANOINTED)
