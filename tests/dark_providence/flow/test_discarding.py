"""Section 22 of RULES.md: discarding cards as an action."""

from __future__ import annotations

from rules.dark_providence.examples.position_builder import turn
from rules.dark_providence.state.actions import DiscardCard, Done, EndTurn, React
from tests.dark_providence.made_up_cards import give, power
from tests.dark_providence.table import act, done, offers, refused
from tests.game_helpers import rule


def scene(*cards):
    """Return a turn of seat 0 with these made-up cards in hand."""
    match = turn()
    for card in cards:
        give(match, 0, card)
    return match


@rule("DP-DISCARD.1")
def test_any_number_of_cards_goes_to_the_discard_pile_for_one_action():
    for count in (1, 2, 3):
        match = scene("a", "b", "c")
        for card in ("c", "a", "b")[:count]:
            act(match, DiscardCard(card))
        if count < 3:  # after the whole hand is chosen, the choice needs no confirmation
            done(match)
        player = match.state.players[0]
        assert player.discard == ["c", "a", "b"][:count]
        assert len(player.hand) == 3 - count
        assert match.state.turn.actions == 1


@rule("DP-DISCARD.2")
def test_at_least_one_card_is_discarded():
    match = turn()
    assert not match.state.players[0].hand
    assert not offers(match, DiscardCard)
    match = scene("a", "b")
    assert Done() not in offers(match)
    act(match, DiscardCard("a"))
    assert Done() in offers(match)


@rule("DP-DISCARD.1")
def test_a_card_is_discarded_once_and_only_out_of_the_own_hand():
    match = scene("a", "b")
    give(match, 0, "lying", zone="discard")
    give(match, 1, "foreign")
    assert offers(match, DiscardCard) == [DiscardCard("a"), DiscardCard("b")]
    act(match, DiscardCard("a"))
    assert refused(match, DiscardCard("a"))
    assert offers(match, DiscardCard) == [DiscardCard("b")]


@rule("DP-DISCARD.3")
def test_no_card_is_drawn_before_the_end_of_the_turn():
    match = scene("a", "b", "c")
    player, deck = match.state.players[0], len(match.state.players[0].deck)
    act(match, DiscardCard("a"))
    done(match)
    assert len(player.hand) == 2
    assert len(player.deck) == deck
    act(match, EndTurn())
    assert len(player.hand) == 5
    assert len(player.deck) == deck - 3


@rule("DP-DISCARD.4")
def test_discarding_sets_off_reactions_to_it_only_for_the_card_discarded():
    reaction = power({"op": "vp"}, timing="reaction", trigger="discarded")
    for declined in (False, True):
        match = scene("a")
        give(match, 0, "echo", reaction)
        give(match, 0, "silent_echo", reaction)
        act(match, DiscardCard("echo"))
        done(match)
        assert offers(match) == [Done(), React()]
        act(match, Done() if declined else React())
        assert match.state.players[0].vp == (not declined)
        assert match.state.turn.actions == 1
        assert match.decisions()[0].prompt.key == "turn"
    match = scene("a")
    give(match, 0, "other", power({"op": "vp"}, timing="reaction", trigger="destroyed"))
    act(match, DiscardCard("other"))
    done(match)
    assert match.decisions()[0].prompt.key == "turn"


@rule("DP-DISCARD.4")
def test_every_discarded_card_reacts_for_itself():
    match = turn()
    for card, vp in (("one", 1), ("ten", 10)):
        give(match, 0, card, power({"op": "vp", "amount": vp}, timing="reaction", trigger="discarded"))
    act(match, DiscardCard("one"))
    act(match, DiscardCard("ten"))
    act(match, React())
    act(match, React())
    assert match.state.players[0].vp == 11
