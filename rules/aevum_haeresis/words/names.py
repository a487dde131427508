"""The names of cards, windows, times of day, phases, manoeuvres, types and factions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from rules.aevum_haeresis.content.load import PACKS, pack
from rules.aevum_haeresis.content.records import Card, Content
from rules.aevum_haeresis.state.view import CardView, HaeresisView, PlayerView
from rules.kernel.words.translation import N_, Translator

TYPES = {
    "damned": N_("Damned"),
    "heretic": N_("Heretic"),
    "hunter": N_("Hunter"),
    "story": N_("Story"),
    "event": N_("Event"),
    "camp": N_("Camp"),
    "location": N_("Location"),
}
FACTIONS = {
    "neutral": N_("Neutral"),
    "deathless": N_("Deathless"),
    "warrior": N_("Warrior"),
    "mystics": N_("Mystics"),
    "opportunist": N_("Opportunist"),
    "scholar": N_("Scholar"),
    "lords": N_("Lords"),
}
MANOEUVRES = {"plunder": N_("Plunder"), "recruit": N_("Recruit"), "accuse": N_("Accusation")}
#: The names of the times of day, in the order of a track.
TIMES = (N_("Morning"), N_("Noon"), N_("Evening"), N_("Night"))
PHASES = {
    "draft": N_("Draft"),
    "building": N_("Building decks"),
    "setup": N_("Setting up"),
    "prologue": N_("Prologue phase"),
    "enlistment": N_("Enlistment phase"),
    "plot": N_("Plot phase"),
    "epilogue": N_("Epilogue phase"),
    "over": N_("The game is over"),
}
#: The moments when windows open, as written in card text.
WINDOWS = {
    "prologue_end": N_("at the end of the Prologue"),
    "chapter_revealed": N_("after a Chapter is revealed"),
    "chapter_paid": N_("after a card of a Chapter is paid for"),
    "enlistment_end": N_("at the end of Enlistment"),
    "heresy_paid": N_("after a Heresy is paid for"),
    "heresy_resolved": N_("after the effect of a Heresy"),
    "manoeuvre_announced": N_("when a manoeuvre is announced"),
    "conflict_end": N_("before a Conflict is decided"),
    "consequences_done": N_("after the Consequence of a Conflict"),
    "conflict_time_advanced": N_("when the time has advanced after a Conflict"),
    "pass_declared": N_("after a Pass"),
    "epilogue_discard": N_("after the discards of the Epilogue"),
}
#: The names of the windows, as shown to players.
WINDOW_NAMES = {
    "prologue_end": N_("End of the Prologue"),
    "chapter_revealed": N_("Chapter revealed"),
    "chapter_paid": N_("Chapter paid for"),
    "enlistment_end": N_("End of Enlistment"),
    "heresy_paid": N_("Heresy paid for"),
    "heresy_resolved": N_("Heresy carried out"),
    "manoeuvre_announced": N_("Manoeuvre announced"),
    "conflict_end": N_("End of the Conflict rows"),
    "consequences_done": N_("Consequence done"),
    "conflict_time_advanced": N_("Time advanced after a Conflict"),
    "pass_declared": N_("Pass"),
    "epilogue_discard": N_("Epilogue, after the discards"),
}
#: The name of the standing order that asks the player in windows before the player's own next move; and the windows
#: where this order doesn't apply, because the next window opens immediately afterwards.
MOVING_NEXT = N_("Wherever I'm next anyway")
NEVER_NEXT = {"conflict_time_advanced", "epilogue_discard"}
#: The name of the standing order that asks the player only in those of these windows that open a rival's manoeuvre or
#: the player's own next phase; and its windows.
MOVING_NEXT_OPENING = N_("Where I move next anyway, at the start of a manoeuvre or phase")
OPENING_WINDOWS = {"prologue_end", "enlistment_end", "manoeuvre_announced"}
ATTACHMENTS = {"weapon": N_("Weapon"), "relic": N_("Relic"), "curse": N_("Curse"), "vow": N_("Vow")}
DECKS = {"plot": N_("Plot deck"), "heretic": N_("Heretic deck")}
#: The sentences that say why the match ended, by reason.
REASONS = {
    "souls": N_("{winner} has 10 souls or more."),
    "deck": N_("{loser}'s Plot deck is empty."),
    "execution": N_("{loser}'s Execution is at 3."),
    "damned": N_("{loser}'s Damned went to the Pyre."),
    "conceded": N_("{loser} conceded."),
}


def join_lines(lines: Iterable[str]) -> str:
    """Join lines with line breaks, leaving out empty lines."""
    return "\n".join(line for line in lines if line)


def sentences(parts: Iterable[str]) -> str:
    """Join sentences with spaces, leaving out empty ones."""
    return " ".join(part for part in parts if part)


# -- names by id, in the translator's pack --------------------------------------------------------------------


def kind_of(card: str) -> str:
    """Return the kind of a card, given "kind", "kind.owner.number" or "kind.owner.number/ability"."""
    return card.partition("/")[0].partition(".")[0]


def ability_number(card: str) -> int:
    """Return the number of the ability in "kind.owner.number/ability"; -1 if there is none."""
    number = card.partition("/")[2]
    return int(number) if number else -1


def find_card(say: Translator, card: str) -> Card | None:
    """Return the record of a card, given its id or its kind; None if no installed pack contains it."""
    kind = kind_of(card)
    return next((found for one in PACKS.packs_to_search(say.pack) if (found := one.cards.get(kind))), None)


def card_name(say: Translator, card: str) -> str:
    """Return the name of a card, given its id or its kind."""
    found = find_card(say, card)
    return say.name(found.name) if found else kind_of(card)


def counted(say: Translator, cards: Iterable[str]) -> str:
    """Return the names of cards with the number of copies of each: "2 × Candle Thief, Levy"."""
    names = Counter(card_name(say, card) for card in cards)
    return ", ".join(f"{count} × {name}" if count > 1 else name for name, count in names.items())


def card_names(say: Translator, cards: Sequence[str]) -> str:
    """Return the names of several cards, joined as a list in a sentence."""
    return say.join([card_name(say, card) for card in cards])


def manoeuvre_name(say: Translator, manoeuvre: str) -> str:
    """Return the name of a manoeuvre."""
    return say.t(MANOEUVRES[manoeuvre]) if manoeuvre in MANOEUVRES else manoeuvre


def time_name(say: Translator, time: int) -> str:
    """Return the name of a time of day; "" for -1."""
    return say.t(TIMES[time]) if 0 <= time < len(TIMES) else ""


def window_name(say: Translator, window: str) -> str:
    """Return the name of a window of Deus Ex Machina."""
    return say.t(WINDOW_NAMES[window]) if window in WINDOW_NAMES else window


def window_names(say: Translator, windows: Sequence[str]) -> str:
    """Return the moments when these windows open, as a part of a sentence."""
    return say.join_alternatives([say.t(WINDOWS[window]) for window in windows])


def reason_text(say: Translator, reason: str, winner: int) -> str:
    """Return a sentence that says why the match ended; "" for an unknown reason."""
    if reason not in REASONS:
        return ""
    return say.t(REASONS[reason], winner=say.seat(winner), loser=say.seat(1 - winner))


def reason_seat(reason: str, winner: int) -> int:
    """Return the seat that the sentence about a known reason names."""
    return winner if "{winner}" in REASONS[reason] else 1 - winner


# -- cards of a view ------------------------------------------------------------------------------------------


def content_of(view: HaeresisView) -> Content:
    """Return the content pack that the match of this view uses."""
    return pack(view.pack)


def record_of(view: HaeresisView, card: str) -> Card:
    """Return the record of a card in the pack of this view's match, given the card's id or its kind."""
    return content_of(view).cards[kind_of(card)]


def card_view(view: HaeresisView, card: str) -> CardView | None:
    """Return the view of a card in play, given its id or "id/ability"; None if the card isn't in play."""
    name = card.partition("/")[0]
    return next((found for found in view.cards if found.id == name), None)


def me(view: HaeresisView) -> PlayerView:
    """Return the view of the viewer's own side. For a spectator, it is the Active player's side."""
    return view.players[view.viewer if view.viewer is not None else view.active]


def placed_name(say: Translator, view: HaeresisView, card: str) -> str:
    """Return a card's name, with a number if its controller has several cards of that kind in play."""
    found = card_view(view, card)
    if found is None:
        return card_name(say, card)
    return numbered_name(say, found.id, (other.id for other in view.cards if other.controller == found.controller))


def numbered_name(say: Translator, card: str, cards: Iterable[str]) -> str:
    """Return a card's name, with a number if several of these cards are of the same kind."""
    alike = sorted(other for other in cards if kind_of(other) == kind_of(card))
    name = card_name(say, card)
    return f"{name} {alike.index(card) + 1}" if len(alike) > 1 else name


def ability_name(say: Translator, view: HaeresisView, card: str) -> str:
    """Return the name of an ability ("card/ability"), numbered if the card has several abilities of that kind."""
    name, number, record = placed_name(say, view, card), ability_number(card), record_of(view, card)
    if not 0 <= number < len(record.abilities):
        return name
    kind = record.abilities[number].kind
    alike = [n for n, ability in enumerate(record.abilities) if ability.kind == kind]
    return f"{name} ({alike.index(number) + 1})" if len(alike) > 1 else name


def whose_name(say: Translator, view: HaeresisView, card: str) -> str:
    """Return the name of a card in play with its controller: "Ash Midwife (Ana)"."""
    found = card_view(view, card)
    name = placed_name(say, view, card)
    return f"{name} ({say.seat(found.controller)})" if found else name
