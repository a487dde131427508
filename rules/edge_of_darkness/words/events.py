"""The text of events: the lines of the log."""

from __future__ import annotations

from typing import Any

from rules.edge_of_darkness.state import events
from rules.edge_of_darkness.words import names
from rules.edge_of_darkness.words.amounts import agents_text
from rules.edge_of_darkness.words.cards import penalty_text
from rules.kernel.data.events import CutShort, Event
from rules.kernel.words.log_sentences import Line, Log
from rules.kernel.words.results import cut_short, over
from rules.kernel.words.translation import N_, Translator

_MOVED_TO = {
    "under_stack": N_("{player} put {card} under the deck."),
    "street_5": N_("{player} moved {card} to the end of the Street."),
    "hand": N_("{player} took {card} from their Guild Hall."),
    "from_pile": N_("{player} took {card} from the Discard pile."),
    "hall": N_("{player} called {card} home to their Guild Hall."),
    "pile": N_("{player} discarded {card} from the tower."),
    "tower": N_("{player} moved {card} to another tower spot."),
}
_CLAIMED_IN = {
    "hand": N_("{player} claimed {card} in hand."),
    "street": N_("{player} claimed {card} in the Street."),
    "tower": N_("{player} claimed {card} in the tower."),
    "discard": N_("{player} claimed {card} in the Discard pile."),
}
_DISCARDED = {
    "cost": N_("{player} discarded {cards} as a cost."),
    "recall": N_("{player} discarded {cards} to return an Agent."),
    "street": N_("{player} discarded {cards} to use a Street effect."),
    "end": N_("{player} ended the turn and discarded {cards}."),
}
_AWARDS = {
    "goodwill": N_("Goodwill for filled slots in Guild Halls and the Street: {scores}."),
    "reputation": N_("Award for the most Reputation: {scores}."),
    "agents": N_("Award for the most trained Agents: {scores}."),
    "guild_cards": N_("Award for the most Guild cards: {scores}."),
    "defence": N_("Award for the best Defense: {scores}."),
}

_LOG = Log(
    {
        "player": ("seat", Translator.seat),
        "owner": ("owner", Translator.seat),
        "card": ("card", names.starter_name),
        "cards": ("cards", names.starter_names),
        "contact": ("slip", names.contact_name),
        "guild": ("guild", names.guild_name),
    }
)


def _prologue_ended(say: Translator, body: events.PrologueEnded) -> str:
    pairs = [
        say.t("{contact} on {card}", contact=names.contact_name(say, slip), card=names.starter_name(say, card))
        for slip, card in zip(body.slips, body.cards, strict=True)
    ]
    if not pairs:
        return say.t("The prologue is over.")
    return say.t("The prologue is over. Added to Neutral cards: {pairs}.", pairs="; ".join(pairs))


def _drafted(say: Translator, body: events.Drafted) -> str:
    line = say.t("{player} drafted {cards}.", player=say.seat(body.seat), cards=names.starter_names(say, body.cards))
    if body.skipped:
        line += " " + say.t("They paid Influence to skip {cards}.", cards=names.starter_names(say, body.skipped))
    return line + _goodwill(say, body.goodwill)


def _goodwill(say: Translator, n: int) -> str:
    return f" {change_text(say, 'goodwill', n)}." if n else ""


def _seats(say: Translator) -> int:
    """Return the player count, which is also the index of black in lists of cubes by colour."""
    return len(say.names) or 4


def _drew_cubes(say: Translator, body: events.DrewCubes) -> str:
    counts = [body.cubes.count(colour) for colour in range(_seats(say) + 1)]
    return say.t("{player} drew cubes: {cubes}.", player=say.seat(body.seat), cubes=names.cubes_text(say, counts))


def _dropped_cubes(say: Translator, body: events.DroppedCubes) -> str:
    landed = [say.t("{n} into tray {tray}", n=count, tray=tray) for tray, count in enumerate(body.trays, 1) if count]
    return say.t(
        "{player}'s cubes fell into the tower: {landed}.", player=say.seat(body.seat), landed=", ".join(landed)
    )


def _attacked(say: Translator, body: events.Attacked) -> str:
    line = say.t(
        "{card} attacked {players} for {damage} Damage.",
        card=event_card_name(say, body), damage=body.damage,
        players=say.join([say.seat(seat) for seat in body.targets]),
    )  # fmt: skip
    costs = [penalty_text(say, *told) for told in names.event_threats(say, body.threats or ()).values()]
    return " ".join([line, *filter(None, costs)])


def event_card_name(
    say: Translator, body: events.Attacked | events.Claimed | events.MovedCard | events.TowerFilled
) -> str:
    """Return the name of an event's card. A tower card is named by its threats."""
    return names.event_card_names(say, [body.card], body.threats)[0]


def _defended(say: Translator, body: events.Defended) -> str:
    player = say.seat(body.seat)
    if body.success:
        return say.t("{player} fended off the attack.", player=player)
    return say.t("{player} took the Damage, and their Defense fell to {value}.", player=player, value=body.value)


#: The log's sentences about abilities that are applied automatically, by the ability's timing.
_BY_ITSELF = {
    "start": N_("{place} takes effect at the start of {player}'s turn."),
    "end": N_("{place} takes effect at the end of {player}'s turn."),
}


def _used(say: Translator, body: events.Used) -> str:
    player = say.seat(body.seat)
    if body.where in _BY_ITSELF:
        return say.t(_BY_ITSELF[body.where], player=player, place=names.place_name(say, body.what))
    if not body.slot:
        return say.t("{player} used {place}.", player=player, place=names.place_name(say, body.what))
    starter = names.find_starter(say, body.what)
    if body.slip or starter is None:
        effect = names.contact_name(say, body.slip) if body.slip else body.slot
    else:
        effect = say.t(names.ROLES[starter.role])
    card = names.starter_name(say, body.what)
    if body.where == "street":
        return say.t("{player} used {effect} on {card} in the Street.", player=player, effect=effect, card=card)
    return say.t("{player} used {effect} on {card}.", player=player, effect=effect, card=card)


def _changed(say: Translator, body: events.Changed) -> str:
    player, n = say.seat(body.seat), abs(body.amount)
    if body.what == "defence" and body.amount < 0:
        return say.n(
            "{player}'s Defense token moved down {n} space.",
            "{player}'s Defense token moved down {n} spaces.", n, player=player,
        )  # fmt: skip
    if body.what == "defence":
        return say.n(
            "{player}'s Defense token moved up {n} space.",
            "{player}'s Defense token moved up {n} spaces.", n, player=player,
        )  # fmt: skip
    return say.t("{player}: {change}.", player=player, change=change_text(say, body.what, body.amount))


def change_text(say: Translator, what: str, amount: int) -> str:
    """Return the text of a change in tokens: "+2 Coins"."""
    n, sign = abs(amount), "+" if amount > 0 else "−"
    match what:
        case "coins":
            return say.n("{sign}{n} Coin", "{sign}{n} Coins", n, sign=sign)
        case "influence":
            return say.n("{sign}{n} Influence", "{sign}{n} Influence", n, sign=sign)
        case "goodwill":
            return say.n("{sign}{n} Goodwill", "{sign}{n} Goodwill", n, sign=sign)
        case "reputation":
            return say.n("{sign}{n} Reputation", "{sign}{n} Reputation", n, sign=sign)
        case _:
            return say.n("{sign}{n} Battle Strength", "{sign}{n} Battle Strength", n, sign=sign)


def _moved_agents(say: Translator, body: events.MovedAgents) -> str:
    line = (
        N_("{player} dispatched {agents} to {place}.")
        if body.count > 0
        else N_("{player} returned {agents} from {place}.")
    )
    return say.t(
        line,
        player=say.seat(body.seat),
        agents=agents_text(say, abs(body.count)),
        place=names.place_name(say, body.location),
    )


def _trained(say: Translator, body: events.Trained) -> str:
    line = N_("{player} trained {agents}.") if body.count > 0 else N_("{player} lost {agents}, now untrained.")
    return say.t(line, player=say.seat(body.seat), agents=agents_text(say, abs(body.count)))


def _hunted(say: Translator, body: events.Hunted) -> str:
    spent = change_text(say, "battle", -body.battle)
    cards = say.join_names(names.event_card_names(say, body.cards, body.threats))
    return say.t("{player} hunted {cards} ({spent}).", player=say.seat(body.seat), cards=cards, spent=spent)


def _drew(say: Translator, body: events.Drew) -> str:
    line = say.t(
        "{player} drew {cards} from the Street.",
        player=say.seat(body.seat),
        cards=names.starter_names(say, body.cards),
    )
    return line + _goodwill(say, body.goodwill)


def _placed(say: Translator, body: events.Claimed | events.MovedCard, lines: dict[str, str]) -> str:
    return say.t(lines[body.place], player=say.seat(body.seat), card=event_card_name(say, body))


def _moved_cube(say: Translator, body: events.MovedCube) -> str:
    cube = names.colour_name(say, body.colour, _seats(say))
    player = say.seat(body.seat)
    if body.source < 0:
        return say.t(
            "{player} put a set-aside cube ({cube}) into the tower: {target}.",
            player=player, cube=cube, target=names.tray_name(say, body.target),
        )  # fmt: skip
    source = names.tray_name(say, body.source)
    if not body.target:
        return say.t("{player} set a cube aside: {cube}, {source}.", player=player, cube=cube, source=source)
    return say.t(
        "{player} moved a cube ({cube}): {source} to {target}.",
        player=player, cube=cube, source=source, target=names.tray_name(say, body.target),
    )  # fmt: skip


def _awarded(say: Translator, body: events.Awarded) -> str:
    scores = ", ".join(f"{say.seat(seat)} +{amount}" for seat, amount in enumerate(body.amounts) if amount)
    return say.t(_AWARDS[body.category], scores=scores or say.t("no one"))


LINES: dict[type[Any], Line] = {
    events.Began: _LOG.t("The match begins; {player} holds the First Player marker.", player="first"),
    events.ChoseGuild: _LOG.t("{player} leads the {guild}."),
    events.Picked: _LOG.t("{player} picked the {contact} and sleeved it into {card}."),
    events.Kept: _LOG.t("{player} put {card} into their Guild Hall."),
    events.PrologueEnded: _prologue_ended,
    events.RoundBegan: _LOG.t("Round {n} begins; {player} goes first.", n="round", player="first"),
    events.Drafted: _drafted,
    events.DrewCubes: _drew_cubes,
    events.DroppedCubes: _dropped_cubes,
    events.Attacked: _attacked,
    events.Defended: _defended,
    events.TrayEmptied: _LOG.t("Tray {n} was full, but had no card. Its cubes were set aside.", n="spot"),
    events.TraySpared: _LOG.t("Tray {n} doesn't attack again. Its cubes were set aside.", n="spot"),
    events.EmptiedTray: _LOG.t("{player} set aside all cubes in tray {n}.", n="spot"),
    events.TowerFilled: lambda say, body: say.t(
        "{card} enters the tower above tray {n}.", card=event_card_name(say, body), n=body.spot
    ),
    events.Reshuffled: _LOG.n(
        "The Discard pile ({n} card) was shuffled into the deck.",
        "The Discard pile ({n} cards) was shuffled into the deck.",
        "cards",
    ),
    events.Sleeved: _LOG.t("{player} sleeved the {contact} into {card}."),
    events.Used: _used,
    events.PaidOwner: _LOG.t("{player} paid 1 Coin to {owner}."),
    events.Changed: _changed,
    events.MovedAgents: _moved_agents,
    events.Trained: _trained,
    events.Claimed: lambda say, body: _placed(say, body, _CLAIMED_IN),
    events.MayHunt: _LOG.t("{player} may hunt this turn."),
    events.Hunted: _hunted,
    events.Drew: _drew,
    events.MovedCard: lambda say, body: _placed(say, body, _MOVED_TO),
    events.MovedCube: _moved_cube,
    events.Discarded: _LOG.by("why", _DISCARDED),
    events.Awarded: _awarded,
    CutShort: cut_short,
    events.Ended: lambda say, body: over(say, body.winners),
}


def event_line(say: Translator, event: Event) -> str | None:
    """Return an event's line in the log, in the past tense; None if the event isn't logged."""
    return LINES[type(event.body)](say, event.body)
