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
        raise Refusal(N_("In this game, that can't happen when time runs out."))
    if rules.sealed and game.decks is None:
        raise Refusal(N_("In this game, you don't bring your own deck."))
    if rules.sealed and builds_decks(game, options):
        raise Refusal(N_("With boosters, you build new decks in each match: open the cup without sealed decks."))
    if rules.series not in (1, 3):
        raise Refusal(N_("A tie is one match or the best of three."))
    size, onward = _checked_table(game, rules)
    deck_option = game.building and game.building.option
    if deck_option and not game.option_fits(deck_option, options[deck_option], size, options):
        raise Refusal(N_("You can't build decks that way from this content pack; choose another way or another pack."))
    if rules.rated and not can_be_rated(options, size):
        raise Refusal(N_("Only a match with the game's own cards and several players can count for ratings."))
    locale = rules.locale if rules.locale in LOCALES else LOCALES[0]
    return replace(rules, options=options, pace=pace.to_json(), size=size, onward=onward, locale=locale)


def _checked_table(game: AnyGame, rules: CupRules) -> tuple[int, int]:
    """Return the number of seats at a table and how many players advance from it; raises Refusal."""
    if rules.kind != "groups":
        if 2 not in game.seats:
            raise Refusal(N_("Two can't play this game: choose groups."))
        return 2, 1
    least, most = max(3, game.seats[0]), game.seats[-1]
    if most < 3:
        raise Refusal(N_("This game is for two: choose knock-out or round robin."))
    if not least <= rules.size <= most:
        raise Refusal(N_("In this game, a group's table has {least} to {most} players."), least=least, most=most)
    if not 1 <= rules.onward <= rules.size // 2:
        message = N_("At most {most} players can advance from a table of {size}.")
        raise Refusal(message, size=rules.size, most=rules.size // 2)
    if rules.series != 1:
        raise Refusal(N_("The best of three is for two players."))
    return rules.size, rules.onward
