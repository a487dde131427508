"""Positions where a computer player can end the match."""

from rules.aevum_haeresis.examples.position_builder import ANNA, BELA, deck, location, put, scene, set_card, set_player
from rules.aevum_haeresis.state.state import Haeresis


def give_characters(match: Haeresis, seat: int) -> None:
    """Give a seat a character for each manoeuvre."""
    put(match, seat, "oath_broken_knight")
    put(match, seat, "well_whisperer")


def souls_in_reach() -> Haeresis:
    """Return a match where Anna needs two more souls to win and can get them with one action."""
    match = scene()
    give_characters(match, ANNA)
    location(match, "besieged_abbey", ANNA)
    set_player(match, ANNA, souls=8)
    return match


def plot_deck_in_reach() -> Haeresis:
    """Return a match where Béla's Plot deck has only four cards and only Anna's characters are ready."""
    match = scene()
    give_characters(match, ANNA)
    deck(match, BELA, plot=4)
    for name, placed in match.state.cards.items():
        set_card(match, name, ready=placed.ready and placed.controller == ANNA)
    return match
