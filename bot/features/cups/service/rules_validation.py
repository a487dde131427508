"""Validates the rules of a new cup and fills in defaults."""

from __future__ import annotations

from dataclasses import replace

from bot.features.cups.model import CupRules
from bot.matches.clocks.time_control import TimeControl
from bot.matches.lobby.brought_decks import builds_decks
from bot.matches.lobby.rated import can_be_rated
from bot.matches.lobby.settings_checks import checked_options, possible_timeouts
from rules.kernel.errors import Refusal
from rules.kernel.game import AnyGame
from rules.kernel.words.translation import LOCALES, N_


def checked_rules(game: AnyGame, rules: CupRules) -> CupRules:
    """Return a cup's rules completed with defaults; raises Refusal for rules that the game doesn't support."""
    options, pace = checked_options(game, dict(rules.options)), TimeControl.from_json(rules.pace)
    if pace.end not in possible_timeouts(game):
        raise Refusal(N_("The end of a clock can't do that in this game."))
    if rules.sealed and game.decks is None:
        raise Refusal(N_("This game is played without decks of one's own."))
    if rules.sealed and builds_decks(game, options):
        raise Refusal(N_("With boosters the decks are built in each match: open the cup without sealed decks."))
    if rules.series not in (1, 3):
        raise Refusal(N_("A tie is one match or the best of three."))
    size, onward = _checked_table(game, rules)
    deck_option = game.building and game.building.option
    if deck_option and not game.option_fits(deck_option, options[deck_option], size, options):
        raise Refusal(N_("The cards of this content pack make no decks that way; choose another way or another pack."))
    if rules.rated and not can_be_rated(options, size):
        raise Refusal(N_("Only a match with the game's own cards, and for several, can count for ratings."))
    locale = rules.locale if rules.locale in LOCALES else LOCALES[0]
    return replace(rules, options=options, pace=pace.to_json(), size=size, onward=onward, locale=locale)


def _checked_table(game: AnyGame, rules: CupRules) -> tuple[int, int]:
    """Return the number of seats at a table and how many players advance from it; raises Refusal."""
    if rules.kind != "groups":
        if 2 not in game.seats:
            raise Refusal(N_("This game is not played by two: choose groups."))
        return 2, 1
    least, most = max(3, game.seats[0]), game.seats[-1]
    if most < 3:
        raise Refusal(N_("This game is for two: choose knock-out or round robin."))
    if not least <= rules.size <= most:
        raise Refusal(N_("A group's table has {least} to {most} players in this game."), least=least, most=most)
    if not 1 <= rules.onward <= rules.size // 2:
        message = N_("Of a table of {size}, {most} at most can go on.")
        raise Refusal(message, size=rules.size, most=rules.size // 2)
    if rules.series != 1:
        raise Refusal(N_("The best of three is for two players."))
    return rules.size, rules.onward
