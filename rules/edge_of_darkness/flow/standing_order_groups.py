"""The texts of standing orders, in the groups that a player sees."""

from __future__ import annotations

from collections.abc import Sequence

from rules.edge_of_darkness.board import deck
from rules.edge_of_darkness.flow.prologue_orders import ALL_AGENTS, HALL, ONTO, PICK, PICKED
from rules.edge_of_darkness.flow.standing_orders import SKIPS, cards_off_street, next_draft
from rules.edge_of_darkness.state.state import EdgeMatch
from rules.edge_of_darkness.state.steps import DraftStep
from rules.kernel.words.standing_orders import OrderGroup, one_group
from rules.kernel.words.translation import MAX_CHOICE_LENGTH, N_, Translator, truncate


def groups(say: Translator, match: EdgeMatch, seat: int) -> list[OrderGroup]:
    """Return the standing orders that a seat can choose from: for picks in the prologue, later for the next draft."""
    attacks = one_group(
        say, match.game.orders, say.t("If you are attacked"), say.t("Whether and when I defend for you.")
    )
    if match.state.phase == "prologue":
        return [*_picks(say, match, seat), _picked(say), _agents(say), *_hall(say, match, seat), *attacks]
    at, street = next_draft(match, seat), deck.street_cards(match.state)
    drafting = seat in match.decisions() and isinstance(match.state.stack[-1], DraftStep)
    if not at or not street or drafting:
        return attacks
    wishes = tuple((f"draft:{card}@{at}", truncate(_named(say, match, card), MAX_CHOICE_LENGTH)) for card in street)
    return [
        OrderGroup(
            "draft",
            say.t("Your next draft"),
            say.t(
                "In your next draft I take the first of these in the Street. Choose them in order of "
                "preference. I skip the cards before it for 1 Influence each, unless your draft takes them "
                "too. If I can't get any of them, I ask you."
            ),
            wishes,
            nothing=say.t("Ask me"),
            ranked=True,
        ),
        OrderGroup(
            "first",
            say.t("If I can't get a card you want"),
            say.t("What I do in your next draft if I can't take any card you named, or if you named none."),
            ((f"first:@{at}", say.t("Draft the first cards, skip nothing")),),
            nothing=say.t("Ask me"),
        ),
        OrderGroup(
            "skips",
            say.t("Cards I may skip"),
            say.t("How many cards I may skip in your next draft, for 1 Influence each."),
            tuple((f"skips:{n}@{at}", say.n("{n} card at most", "{n} cards at most", n)) for n in SKIPS),
            nothing=say.t("As many as it takes"),
        ),
        *attacks,
    ]


def _picks(say: Translator, match: EdgeMatch, seat: int) -> list[OrderGroup]:
    """Return the orders for a seat's picks: the wanted Locations, and the Starters for their advancements.

    There are none while the seat is asked, because the first one would answer at once.
    """
    if seat in match.decisions():
        return []
    content, state = match.content, match.state
    homes = {name: content.locations[name] for name in state.locations if name not in state.picked}
    kinds = tuple(
        (
            f"{PICK}{name}",
            truncate(
                say.t("{name} ({details})", name=say.name(home.contact.name), details=say.name(home.name)),
                MAX_CHOICE_LENGTH,
            ),
        )
        for name, home in homes.items()
    )
    return [
        OrderGroup(
            "picks",
            say.t("Your picks"),
            say.t(
                "With each of your picks I take the first of these that's left. Choose them in order of "
                "preference. If none is left, I ask you."
            ),
            kinds,
            nothing=say.t("Ask me"),
            ranked=True,
        ),
        OrderGroup(
            "onto",
            say.t("Starters for your picks"),
            say.t("I sleeve each advancement I take for you into the first of these where it fits."),
            _starters(say, match, seat, ONTO),
            nothing=say.t("Ask me"),
            ranked=True,
        ),
    ]


def _picked(say: Translator) -> OrderGroup:
    return OrderGroup(
        "picked",
        say.t("Effects of your picks"),
        say.t("What I do with the effect of an advancement you've just sleeved in the prologue."),
        tuple((order, say.t(text)) for order, text in PICKED.items()),
        nothing=say.t("Ask me"),
    )


def _agents(say: Translator) -> OrderGroup:
    return OrderGroup(
        "agents",
        say.t("Agents your picks dispatch"),
        say.t("How many Agents I dispatch if an effect of your picks lets you choose."),
        ((ALL_AGENTS, say.t("As many as possible")),),
        nothing=say.t("Ask me"),
    )


def _hall(say: Translator, match: EdgeMatch, seat: int) -> list[OrderGroup]:
    """Return the order for a seat's Guild Hall; none while the seat is asked, because the first one would answer."""
    if seat in match.decisions():
        return []
    explanation = say.t(
        "After the picks, the first of these without an advancement goes into your Guild Hall. Choose them "
        "in order of preference. If none is left, I ask you."
    )
    starters = _starters(say, match, seat, HALL)
    return [OrderGroup("hall", say.t("Guild Hall"), explanation, starters, nothing=say.t("Ask me"), ranked=True)]


def _starters(say: Translator, match: EdgeMatch, seat: int, beginning: str) -> tuple[tuple[str, str], ...]:
    """Return an order with this beginning for each of a seat's Starters."""
    return tuple(
        (f"{beginning}{card}", truncate(_named(say, match, card), MAX_CHOICE_LENGTH))
        for card in match.state.players[seat].starters
    )


def _named(say: Translator, match: EdgeMatch, name: str) -> str:
    """Return a card's name followed by the names of its advancements, top first. This doesn't need a view."""
    content, card = match.content, match.state.cards[name]
    slips = [slip for slip in (card.top, card.middle, card.bottom) if slip]
    contacts = [say.name(content.slip_home[slip].contact.name) for slip in slips]
    person = say.name(content.starters[name].name)
    return say.t("{name} ({details})", name=person, details=", ".join(contacts)) if contacts else person


def lapsed(say: Translator, match: EdgeMatch, _seat: int, orders: Sequence[str]) -> list[str]:
    """Return a sentence about each draft order whose card is no longer in the Street."""
    sentence = N_("Your order to draft {card} no longer applies: the card has left the Street.")
    return [say.t(sentence, card=_named(say, match, card)) for card in cards_off_street(match, orders)]
