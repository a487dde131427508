"""The texts of the occasions that trigger abilities: "Each time you gain souls", "Start of the Plot phase"."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.aevum_haeresis.content import occasions
from rules.aevum_haeresis.words.amounts import CardWriter, restrictions
from rules.aevum_haeresis.words.counts import of_manoeuvre, times_text
from rules.aevum_haeresis.words.names import TYPES
from rules.aevum_haeresis.words.targets import CHARACTERS, ONE, THINGS
from rules.kernel.words.translation import N_

#: The headings of abilities that a moment in the Round or in a Conflict triggers.
MOMENTS = {
    "enlistment_start": N_("Start of the Enlistment phase"),
    "enlistment_end": N_("End of the Enlistment phase"),
    "plot_start": N_("Start of the Plot phase"),
    "plot_end": N_("End of the Plot phase"),
    "epilogue_start": N_("Start of the Epilogue phase"),
    "round_end": N_("End of the Round"),
    "conflict_start": N_("Start of a Conflict"),
    "chapter_revealed": N_("When a Chapter is revealed"),
    "conflict_end": N_("End of a Conflict"),
}
#: The texts of events that happen to a player, as parts of a sentence, by event and player.
_PLAYERS = {
    ("souls_gained", "me"): N_("you gain souls"),
    ("souls_gained", "opponent"): N_("the opponent gains souls"),
    ("souls_gained", "any"): N_("a player gains souls"),
    ("souls_lost", "me"): N_("you lose souls"),
    ("souls_lost", "opponent"): N_("the opponent loses souls"),
    ("souls_lost", "any"): N_("a player loses souls"),
    ("gold_gained", "me"): N_("you gain gold"),
    ("gold_gained", "opponent"): N_("the opponent gains gold"),
    ("gold_gained", "any"): N_("a player gains gold"),
    ("gold_lost", "me"): N_("you lose or pay gold"),
    ("gold_lost", "opponent"): N_("the opponent loses or pays gold"),
    ("gold_lost", "any"): N_("a player loses or pays gold"),
    ("execution_rose", "me"): N_("your Execution level rises"),
    ("execution_rose", "opponent"): N_("the opponent's Execution level rises"),
    ("execution_rose", "any"): N_("an Execution level rises"),
    ("drew", "me"): N_("you draw cards"),
    ("drew", "opponent"): N_("the opponent draws cards"),
    ("drew", "any"): N_("a player draws cards"),
    ("discarded", "me"): N_("you discard cards from hand"),
    ("discarded", "opponent"): N_("the opponent discards cards from hand"),
    ("discarded", "any"): N_("a player discards cards from hand"),
    ("milled", "me"): N_("you discard cards from your Plot deck"),
    ("milled", "opponent"): N_("the opponent discards cards from the Plot deck"),
    ("milled", "any"): N_("a player discards cards from the Plot deck"),
    ("raised", "me"): N_("a card comes back from your Pyre"),
    ("raised", "opponent"): N_("a card comes back from the opponent's Pyre"),
    ("raised", "any"): N_("a card comes back from a Pyre"),
    ("sacrificed", "me"): N_("you sacrifice a Heretic"),
    ("sacrificed", "opponent"): N_("the opponent sacrifices a Heretic"),
    ("sacrificed", "any"): N_("a player sacrifices a Heretic"),
    ("rolled", "me"): N_("you roll a die"),
    ("rolled", "opponent"): N_("the opponent rolls a die"),
    ("rolled", "any"): N_("a die is rolled"),
    ("passed", "me"): N_("you pass"),
    ("passed", "opponent"): N_("the opponent passes"),
    ("passed", "any"): N_("a player passes"),
    ("used_heresy", "me"): N_("you use a Heresy"),
    ("used_heresy", "opponent"): N_("the opponent uses a Heresy"),
    ("used_heresy", "any"): N_("a Heresy is used"),
    ("used_dem", "me"): N_("you use the Deus Ex Machina of a card in play"),
    ("used_dem", "opponent"): N_("the opponent uses the Deus Ex Machina of a card in play"),
    ("used_dem", "any"): N_("the Deus Ex Machina of a card in play is used"),
    ("announced", "me"): N_("you announce a manoeuvre"),
    ("announced", "opponent"): N_("the opponent announces a manoeuvre"),
    ("announced", "any"): N_("a manoeuvre is announced"),
    ("succeeded", "me"): N_("your manoeuvre succeeds"),
    ("succeeded", "opponent"): N_("the opponent's manoeuvre succeeds"),
    ("succeeded", "any"): N_("a manoeuvre succeeds"),
    ("failed", "me"): N_("your manoeuvre is unsuccessful"),
    ("failed", "opponent"): N_("the opponent's manoeuvre is unsuccessful"),
    ("failed", "any"): N_("a manoeuvre is unsuccessful"),
    ("won", "me"): N_("you are successful in a Conflict"),
    ("won", "opponent"): N_("the opponent is successful in a Conflict"),
    ("won", "any"): N_("a Conflict is decided"),
    ("played", "me"): N_("you play a card"),
    ("played", "opponent"): N_("the opponent plays a card"),
    ("played", "any"): N_("a card is played"),
}
#: The texts of events that happen to a card, as parts of a sentence, by event.
_CARDS = {
    "entered": N_("{card} comes into play"),
    "left": N_("{card} goes to the Pyre"),
    "damaged": N_("{card} takes damage"),
    "spent": N_("{card} becomes Spent"),
    "readied": N_("{card} becomes Ready"),
    "attached": N_("{card} gets an Attachment"),
}
_TEAMS = {
    "any": N_("{card} takes part in a manoeuvre"),
    "initiator": N_("{card} initiates a manoeuvre"),
    "blocker": N_("{card} blocks a manoeuvre"),
}
_LOCATIONS = {
    "own": N_("one of your Locations"),
    "opposing": N_("one of the opponent's Locations"),
    "any": N_("a Location"),
}


def _card(by: CardWriter, when: occasions.OnCard | occasions.OnTeam) -> str:
    """Return the text for the card that an event must happen to, such as "this card"."""
    if when.of in ONE:
        return by.say.t(ONE[when.of])
    if when.what == "location":
        text = by.say.t(_LOCATIONS[when.of])
    elif when.what in ("attachment", "hunter"):
        text = by.say.t(THINGS[when.what, when.of][0])
    else:
        text = by.say.t(CHARACTERS[when.what, when.of, False][0])
    others = isinstance(when, occasions.OnCard) and when.others
    faction = when.faction if isinstance(when, occasions.OnCard) else ""
    return text + restrictions(by, when.keyword, faction) + (f" ({by.say.t('other than this card')})" if others else "")


def _on_card(by: CardWriter, when: occasions.OnCard) -> str:
    return by.say.t(_CARDS[when.event], card=_card(by, when))


def _on_team(by: CardWriter, when: occasions.OnTeam) -> str:
    return by.say.t(_TEAMS[when.role], card=_card(by, when))


def _on_player(by: CardWriter, when: Any) -> str:
    return by.say.t(_PLAYERS[when.event, when.who])


def _on_played(by: CardWriter, when: occasions.OnPlayed) -> str:
    kind = "" if when.type == "any" else f" ({by.say.t(TYPES[when.type])})"
    return _on_player(by, when) + kind + restrictions(by, when.keyword)


#: For each type of occasion, the function that words it as a clause. Occasions that are moments are worded elsewhere.
OCCASIONS: dict[type[Any], Callable[[CardWriter, Any], str]] = {
    occasions.OnTime: lambda by, when: by.say.t("it becomes {times}", times=times_text(by, when.times)),
    occasions.OnManoeuvre: lambda by, when: _on_player(by, when) + of_manoeuvre(by, when.manoeuvre),
    occasions.OnConflict: _on_player,
    occasions.OnTeam: _on_team,
    occasions.OnCard: _on_card,
    occasions.OnPlayer: _on_player,
    occasions.OnPlayed: _on_played,
}


def occasion_text(by: CardWriter, when: occasions.Occasion) -> str:
    """Return the text of the occasion that triggers an ability. The ability's heading starts with it."""
    if isinstance(when, occasions.AtMoment):
        return by.say.t(MOMENTS[when.moment])
    return by.say.t("Each time {occasion}", occasion=OCCASIONS[type(when)](by, when))
