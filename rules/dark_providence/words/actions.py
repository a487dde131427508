"""The text of actions: the label, detail and menu group of each action."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from rules.dark_providence.board.allegiance import GATES, TRACKS, is_dissenter
from rules.dark_providence.content.component_counts import SIDES, Allegiance
from rules.dark_providence.content.effects import Power
from rules.dark_providence.content.records import DEEP_ONES
from rules.dark_providence.content.shared_field_types import Icon
from rules.dark_providence.effects.influence import PRICE
from rules.dark_providence.state import actions
from rules.dark_providence.state.view import AgentView, ProvidenceView
from rules.dark_providence.words import names
from rules.dark_providence.words.amounts import markers
from rules.dark_providence.words.board import sanity_text
from rules.dark_providence.words.cards import asset_text, card_lines, lead_choice, line_of, place_text, power_text
from rules.dark_providence.words.cards import way_text as printed_way
from rules.dark_providence.words.choices import acquiring, choose_text, done_text, gain_sentence
from rules.dark_providence.words.ops.influence import influence_none, influence_now
from rules.kernel.data.actions import Action
from rules.kernel.words.translation import N_, ActionText, Translator, truncate

#: The names of the menu groups. Each group takes one menu, and a panel has room for only a few.
CARDS = N_("Your cards: use, discard")
MARKERS, TRAVEL, MEDDLE = N_("Influence markers"), N_("Travel"), N_("Tracks")
ENDING = N_("End of the turn")
#: The label of a payment, by its purpose.
_RESULTS = {
    "influence": N_("{cards}: {n} influence"),
    "recover": N_("{cards}: recover {n}"),
    "buy": N_("{cards}: buy {n}"),
    "travel": N_("{cards}: Wealth {total} of {needed}"),
    "track": N_("{cards}: move {n}"),
    "assassinate": N_("{cards}: Force {total} of {needed}"),
    "gate": N_("{cards}: Arcane {total} of {needed}"),
}
#: The number of characters available for the cards' names in a payment's label.
_ROOM = 52
_SIDES: dict[str, Allegiance] = {side: side for side in SIDES}


def in_hand(view: ProvidenceView, icon: Icon) -> int:
    """Return the number of icons of one resource in the viewer's hand."""
    cards = names.content_of(view).cards
    return sum(cards[card].icons.get(icon, 0) for card in names.own_seat(view).hand or [])


# -- before the first turn ------------------------------------------------------------------------------------


def _colour(say: Translator, view: ProvidenceView, action: actions.ChooseColour) -> ActionText:
    return ActionText(say.t(names.COLOURS[action.colour]), "", say.t("Colour"))


def _lead(say: Translator, view: ProvidenceView, action: actions.ChooseLead) -> ActionText:
    content = names.content_of(view)
    text = lead_choice(say, content, content.leads[action.lead])
    return ActionText(truncate(names.agent_name(say, action.lead)), text, say.t("Lead agent"))


def _start(say: Translator, view: ProvidenceView, action: actions.StartIn) -> ActionText:
    content = names.content_of(view)
    text = place_text(say, content, content.cities[action.city], names.city_view(view, action.city).asset)
    return ActionText(names.city_name(say, action.city), text, say.t("Starting city"))


# -- actions paid with cards ----------------------------------------------------------------------------------


def _influence(say: Translator, view: ProvidenceView, action: actions.PlaceInfluence) -> ActionText:
    target = action.target
    content = names.content_of(view)
    is_city = target in content.cities
    most = min(in_hand(view, "influence"), names.own_seat(view).supply)
    # English needs no plural here, but Spanish does.
    group = (
        say.n("Cities: up to {n} influence", "Cities: up to {n} influence", most)
        if is_city
        else say.n("Cards: up to {n} influence", "Cards: up to {n} influence", most)
    )
    # Menus truncate long details, so the differences between the options come first: the VP and the others' influence.
    told = [say.t("It's worth {n} VP.", n=names.city_view(view, target).control)] if is_city else []
    now = influence_now(say, view, target)
    told += [
        *([now] if now != influence_none(say) else []),
        line_of(card_lines(say, content, target, solo=view.old_one is not None)),
    ]
    label = say.t("Influence: {target}", target=names.spot_name(say, view, target))
    return ActionText(truncate(label), " ".join(told), group, _on_table(view, target))


def _on_table(view: ProvidenceView, target: str) -> int:
    """Return a target's position in the sorted choices: cities in map order, then the mythos row."""
    cities = [index for index, city in enumerate(view.cities) if target in (city.id, city.asset)]
    return cities[0] if cities else len(view.cities)


def _acquire(say: Translator, view: ProvidenceView, action: actions.AcquireTarget) -> ActionText:
    label = say.t("Acquire {target}", target=names.spot_name(say, view, action.target))
    return ActionText(
        truncate(label), acquiring(say, view, action.target), say.t("Acquire"), _on_table(view, action.target)
    )


def _recover(say: Translator, view: ProvidenceView, action: actions.RecoverInfluence) -> ActionText:
    seat, player = names.own_seat(view).seat, names.own_seat(view)
    places = [(city.id, city.marks[seat]) for city in view.cities]
    places += [(city.asset, city.asset_marks[seat]) for city in view.cities if city.asset]
    places += [*[(card.id, card.marks[seat]) for card in view.row], ("limbo", player.limbo)]
    there = [f"{names.target_name(say, place)} ×{count}" for place, count in places if count]
    most = min(in_hand(view, "recover"), sum(count for _, count in places))
    detail = say.t("You can recover up to {markers}: {places}.", markers=markers(say, most), places=", ".join(there))
    return ActionText(say.t("Recover influence"), detail, say.t(MARKERS))


def _buy(say: Translator, view: ProvidenceView, action: actions.BuyInfluence) -> ActionText:
    player, wealth = names.own_seat(view), in_hand(view, "wealth")
    detail = say.t(
        "{wealth} Wealth buys up to {markers}, 2 each; the common pool has {pool}.",
        markers=markers(say, min(wealth // PRICE, player.pool)), wealth=wealth, pool=player.pool,
    )  # fmt: skip
    return ActionText(say.t("Buy influence"), detail, say.t(MARKERS))


def _travel(say: Translator, view: ProvidenceView, action: actions.Travel) -> ActionText:
    if view.pending is not None and view.pending.key == "travel":
        # Beside "Travel now", "Travel" would read as if it ended the choice.
        label = say.t("Also travels: {agent}", agent=names.placed_agent(say, view, action.agent))
        return ActionText(truncate(label), say.t("You choose the city next."), say.t(TRAVEL))
    detail = say.t(
        "Your hand has {n} Wealth; more of your agents can travel in this action.", n=in_hand(view, "wealth")
    )
    label = say.t("Travel: {agent}", agent=names.placed_agent(say, view, action.agent))
    return ActionText(truncate(label), detail, say.t(TRAVEL))


_MEDDLE: dict[tuple[str, str], tuple[str, Icon]] = {
    ("ritual", "up"): (N_("Ritual up"), "ritual_up"),
    ("ritual", "down"): (N_("Ritual down"), "ritual_down"),
    ("investigation", "up"): (N_("Investigation up"), "investigation_up"),
    ("investigation", "down"): (N_("Investigation down"), "investigation_down"),
}


#: The detail of meddling with a track, including the points that the track gives to the allegiances that score it.
_TRACK_SCORES = {
    "ritual": N_("From space {space} to {end} at most, worth {points} VP to cultists and former cultists."),
    "investigation": N_(
        "From space {space} to {end} at most, worth {points} VP to investigators and former investigators."
    ),
}


def _meddle(say: Translator, view: ProvidenceView, action: actions.Meddle) -> ActionText:
    label, icon = _MEDDLE[action.track, action.direction]
    last = len(view.tracks) - 1
    space = view.ritual if action.track == "ritual" else view.investigation
    up = action.direction == "up"
    most = min(in_hand(view, icon), last - space if up else space)
    end = space + most if up else space - most
    detail = say.t(_TRACK_SCORES[action.track], space=space, end=end, points=view.tracks[end])
    if end == last:
        detail += " " + say.t("The game ends on the last space.")
    helps_rival = end != last and _helps_old_one(view, action)
    if helps_rival:
        detail = say.t("This helps only the Great Old One.") + " " + detail
    return ActionText(say.t(label), detail, say.t(MEDDLE), useless=helps_rival)


def _helps_old_one(view: ProvidenceView, action: actions.Meddle) -> bool:
    """Return whether moving a track this way helps a solo player's rival only (DP-SOLO.142)."""
    is_investigator = names.own_seat(view).allegiance == "investigator"
    moves = ("ritual", "up"), ("investigation", "down")
    return view.old_one is not None and is_investigator and (action.track, action.direction) in moves


# -- cards ----------------------------------------------------------------------------------------------------


def power_at(view: ProvidenceView, card: str, timing: str) -> Power | None:
    """Return a card's power with this timing; None if it has none."""
    content = names.content_of(view)
    record = content.record(card)
    return next((power for power in record.powers if power.timing == timing), None)


def _printed(say: Translator, view: ProvidenceView, card: str, timing: str) -> str:
    power = power_at(view, card, timing)
    text = power_text(say, names.content_of(view), power) if power else ""
    only = view.only_way.get(f"{card}/{timing}")
    if only is None:
        return text
    return say.t("Only alternative {n} is possible now, and it happens at once.", n=only) + " " + text


def _use(say: Translator, view: ProvidenceView, action: actions.UseCard) -> ActionText:
    told = [_printed(say, view, action.card, "action")]
    label = say.t("Use {card}", card=names.card_name(say, action.card))
    return ActionText(truncate(label), " ".join(told), say.t(CARDS))


def warning(say: Translator, view: ProvidenceView, action: Action) -> str:
    """Return a warning if an action will certainly end the game (DP-END.5); "" for other actions."""
    if isinstance(action, actions.UseCard) and action.card == DEEP_ONES and not view.deep_ones:
        return say.t(
            "All 8 Deep Ones are on the map: using this action ends the game, whichever alternative you choose."
        )
    return ""


def _bonus(say: Translator, view: ProvidenceView, action: actions.UseBonus) -> ActionText:
    label = say.t("Bonus: {card}", card=names.card_name(say, action.card))
    detail = f"{_printed(say, view, action.card, 'bonus')} {say.t('This takes no action.')}"
    return ActionText(truncate(label), detail, say.t(CARDS))


def _free_move(say: Translator, view: ProvidenceView, action: actions.FreeMove) -> ActionText:
    seat, known = names.own_seat(view).seat, names.content_of(view).agents
    walker = next(
        (one.id for one in view.agents if one.owner == seat and one.id in known and known[one.id].gift == "free_move"),
        "",
    )
    label = say.t("{agent} to {city}", agent=names.agent_name(say, walker), city=names.city_name(say, action.city))
    detail = say.t("Free once a turn; it takes no action.")
    return ActionText(truncate(label), detail, say.t(TRAVEL))


def _discard(say: Translator, view: ProvidenceView, action: actions.DiscardCard) -> ActionText:
    asset = names.content_of(view).cards[action.card]
    told = [line_of(asset_text(say, names.content_of(view), asset))]
    told.append(say.t("You can discard any number of cards; you don't draw new ones now."))
    label = say.t("Discard {card}", card=names.card_name(say, action.card))
    return ActionText(truncate(label), " ".join(told), say.t(CARDS))


# -- ending the turn or the game --------------------------------------------------------------------------------


def own_side(view: ProvidenceView) -> Allegiance | None:
    """Return the viewer's allegiance; None if the viewer has none or may not know it."""
    return _SIDES.get(names.own_seat(view).allegiance or "")


def own_track(view: ProvidenceView) -> str:
    """Return the track that scores for the viewer; "" if none does. The Impostor swaps it (DP-SCORE.23, SCORE.24)."""
    player, mythos, side = names.own_seat(view), names.content_of(view).mythos, own_side(view)
    if side is None:
        return ""
    swaps = any(end.end == "swap_track" for card in player.mythos for end in mythos[card].end)
    if is_dissenter(side) and swaps:
        return "investigation" if TRACKS[side] == "ritual" else "ritual"
    return TRACKS[side]


def reveal_gain(view: ProvidenceView) -> int:
    """Return the VP from gates and track that the viewer would gain by revealing now (DP-REVEAL.6, REVEAL.7)."""
    side = own_side(view)
    if side is None:
        return 0
    own = [city for city in view.cities if city.gate_owner == names.own_seat(view).seat]
    gates = sum(city.gate for city in own if city.gate_face in GATES[side])
    return gates + view.tracks[view.ritual if own_track(view) == "ritual" else view.investigation]


def _reveal(say: Translator, view: ProvidenceView, action: actions.RevealAllegiance) -> ActionText:
    gain = reveal_gain(view)
    total = names.own_seat(view).vp + gain
    if total < view.threshold:
        detail = say.t(
            "You would have only {total} of {needed} VP: you lose the action, and everyone sees your card.",
            total=total, needed=view.threshold,
        )  # fmt: skip
    else:
        scores = say.t("Your gates and your track score now, but not again at the end.")
        detail = f"{gain_sentence(say, view, gain)} {_lost_by_revealing(say, view)} {scores}"
    return ActionText(say.t("Reveal your allegiance"), detail, say.t(ENDING), useless=total < view.threshold)


def _lost_by_revealing(say: Translator, view: ProvidenceView) -> str:
    """Return a sentence about the VP that a revealed allegiance loses in the final scoring (DP-REVEAL.9)."""
    if is_dissenter(_SIDES[names.own_seat(view).allegiance or ""]):
        return say.t(
            "At the end you lose 3 VP as a revealed dissenter and miss out on the 3 VP for a hidden allegiance."
        )
    return say.t("At the end you miss out on the 3 VP for a hidden allegiance.")


def _end(say: Translator, view: ProvidenceView, action: actions.EndTurn) -> ActionText:
    left = view.turn.actions if view.turn else 0
    draws = say.t("Then you draw up to a full hand.")
    if left <= 0:
        return ActionText(say.t("Finish your turn"), draws, say.t(ENDING))
    unused = say.n("Passing leaves {n} action unused.", "Passing leaves {n} actions unused.", left)
    return ActionText(say.t("Pass"), f"{unused} {draws}", say.t(ENDING), useless=True)


def _react(say: Translator, view: ProvidenceView, action: actions.React) -> ActionText:
    card = view.pending.card if view.pending else ""
    if not card:
        return ActionText(say.t("React"), "", say.t("Choice"))
    return ActionText(say.t("React"), _printed(say, view, card, "reaction"), say.t("Choice"))


# -- choices within an action: cards to play, markers to recover, destinations --------------------------------


def fewest(view: ProvidenceView, icon: Icon, unit: int, result: int) -> int:
    """Return the minimum number of the viewer's hand cards that pay for this result, at `unit` icons per item."""
    cards = names.content_of(view).cards
    values = sorted((cards[card].icons.get(icon, 0) for card in names.own_seat(view).hand or []), reverse=True)
    total = count = 0
    for value in values:
        if total // unit >= result:
            break
        total, count = total + value, count + 1
    return count


def _pay(say: Translator, view: ProvidenceView, action: actions.Pay) -> ActionText:
    """Return the text of a set of cards and its result. A star marks sets with the fewest cards for their result."""
    args = view.pending.args if view.pending else {}
    use, icon, unit = str(args.get("use", "")), args.get("icon", "influence"), int(args.get("unit", 1))
    most, given = int(args.get("most", 0)), int(args.get("given", 0))
    cards = names.content_of(view).cards
    shown = sum(cards[card].icons.get(icon, 0) for card in action.cards)
    result = min(shown // unit, most)
    # An incomplete set. It is an option because players with a large hand pick their cards one by one.
    short = bool(args.get("exact")) and result < most
    # If only the fewest cards may be played, the star would mark every set.
    is_fewest = not (short or args.get("fewest")) and len(action.cards) <= fewest(view, icon, unit, result)
    shown_cards = names.join_shortened([names.card_name(say, card) for card in action.cards], _ROOM)
    label = say.t(_RESULTS[use], cards=shown_cards, n=result, total=given + shown, needed=given + most)
    told = [say.t("No smaller set of your cards does as much.")] if is_fewest else []
    surplus = shown - result * unit
    if surplus:
        told.append(say.n("{n} icon is lost.", "{n} icons are lost.", surplus))
    uneasy = any(cards[card].uneasy for card in action.cards)
    if uneasy:
        told.append(say.t("One of them has its own sanity test."))
    if use == "gate":
        told.append(sanity_text(say, view))
    left = names.hand_icons(view, without=action.cards)
    told.append(
        say.t("Your hand then has: {icons}.", icons=names.icons_text(say, left))
        if left
        else say.t("Your hand is then empty.")
    )
    # Sort by result, largest first, and then by number of cards, fewest first.
    place = len(action.cards) - 100 * result
    return ActionText(truncate(f"{label} ★" if is_fewest else label), " ".join(told), say.t("Payment"), place)


def _take_back(say: Translator, view: ProvidenceView, action: actions.TakeBack) -> ActionText:
    """Return the text of recovering markers. The largest numbers come first, and Limbo comes before other places."""
    label = say.t(
        "{markers} from {place}", markers=markers(say, action.count), place=names.spot_name(say, view, action.target)
    )
    detail = "" if action.target == "limbo" else influence_now(say, view, action.target)
    return ActionText(truncate(label), detail, say.t("Recover"), (action.target != "limbo") - 2 * action.count)


def _go_to(say: Translator, view: ProvidenceView, action: actions.GoTo) -> ActionText:
    """Return the text of a destination, including its cost if the question lists costs."""
    args = view.pending.args if view.pending else {}
    name, costs = names.city_name(say, action.city), args.get("costs", {})
    cost = costs.get(action.city)
    label = name if cost is None else say.t("{city}: Wealth {n}", city=name, n=cost)
    city = names.city_view(view, action.city)
    there = ", ".join(names.owned_agent(say, view, found) for found in view.agents if found.city == city.id)
    detail = say.t("Control point {control}, gate value {gate}.", control=city.control, gate=city.gate)
    if there:
        detail += " " + say.t("Agents there: {agents}.", agents=there)
    return ActionText(truncate(label), detail, say.t(TRAVEL))


# -- assassinations and gates -----------------------------------------------------------------------------------


def _own(view: ProvidenceView, city: str) -> list[AgentView]:
    seat = names.own_seat(view).seat
    return [agent for agent in view.agents if agent.city == city and agent.owner == seat]


def _strike(say: Translator, view: ProvidenceView, action: actions.Strike) -> ActionText:
    """Return the text of an assassination: victim, city, FORCE, and the consequence of a lead agent's death."""
    victim, actor = names.agent_view(view, action.victim), names.agent_name(say, action.actor)
    assert victim is not None
    label = say.t(
        "{city}: {actor} against {victim}",
        city=names.city_name(say, victim.city), actor=actor, victim=names.owned_agent(say, view, victim),
    )  # fmt: skip
    control = names.city_view(view, victim.city).control
    force = sum(agent.force for agent in _own(view, victim.city))
    told = [say.t("You need {needed} Force; your agents there have {n}.", needed=control, n=force)]
    if force < control:
        told.append(
            say.t("You need {n} more from cards; your hand has {hand}.", n=control - force, hand=in_hand(view, "force"))
        )
    told.append(_consequence(say, view, victim))
    return ActionText(truncate(label), " ".join(told), say.t("Assassination"))


def _consequence(say: Translator, view: ProvidenceView, victim: AgentView) -> str:
    owner = names.holder_name(say, view, victim.owner)
    match victim.kind:
        case "lead":
            return say.t(
                "{owner} must reveal their allegiance: if cultist, the lead agent survives; if not, the game ends.",
                owner=owner,
            )
        case "cultist":
            return say.t("The cultist is revealed and stays; the Great Old One loses 3 VP.")
        case "deep_one":
            return say.t("It goes back to the supply, not to your crypt.")
        case _:
            crypt = say.t("The marker goes to your crypt, and the card leaves the game.")
            return f"{crypt} {_crypt_worth(say, view)}".rstrip()


def _crypt_worth(say: Translator, view: ProvidenceView) -> str:
    """Return what a victim scores for the viewer's allegiance, at the end (DP-SCORE.11, SCORE.14, SCORE.26)."""
    mine = names.own_seat(view).allegiance
    if mine is None:
        return ""
    if mine == "investigator":
        return say.t("As an investigator you score nothing for it.")
    return say.t("It's worth 1 VP to you at the end.")


def _work_gate(say: Translator, view: ProvidenceView, action: actions.WorkGate) -> ActionText:
    """Return the text of a gate action: city, agent and ARCANE. The question has the sanity test that follows."""
    line = (
        N_("Open the gate of {city} with {agent}")
        if action.face == "open"
        else N_("Close the gate of {city} with {agent}")
    )
    label = say.t(line, city=names.city_name(say, action.city), agent=names.agent_name(say, action.actor))
    city = names.city_view(view, action.city)
    arcane = sum(agent.arcane for agent in _own(view, action.city))
    if city.whateleys and _has_whateleys(view):
        arcane += city.whateleys
    told = [say.t("You need {needed} Arcane; you have {n} there.", needed=city.gate, n=arcane)]
    if arcane < city.gate:
        told.append(
            say.t(
                "You need {n} more from cards; your hand has {hand}.",
                n=city.gate - arcane,
                hand=in_hand(view, "arcane"),
            )
        )
    actor = names.agent_view(view, action.actor)
    if actor is not None and actor.kind != "lead":
        told.append(say.t("Madness would destroy {agent}.", agent=names.agent_name(say, action.actor)))
    return ActionText(truncate(label), " ".join(told), say.t("Gates"))


def _has_whateleys(view: ProvidenceView) -> bool:
    """Return whether Whateley markers help the viewer, because the viewer owns the mythos card that places them."""
    mythos = names.content_of(view).mythos
    return any(
        op.op == "whateley"
        for card in names.own_seat(view).mythos
        for power in mythos[card].powers
        for ops in power.ways
        for op in ops
    )


def _way(say: Translator, view: ProvidenceView, action: actions.ChooseWay) -> ActionText:
    """Return the text of one alternative of a card."""
    pending = view.pending
    card = pending.card if pending else ""
    timing = str(pending.args.get("timing", "")) if pending else ""
    content = names.content_of(view)
    record = content.mythos.get(card) or content.cards.get(card)
    power = next((power for power in record.powers if power.timing == timing), None) if record else None
    if power is None or action.number >= len(power.ways):
        return ActionText(say.t("Alternative {n}", n=action.number + 1), "", say.t("Choice"))
    text = printed_way(say, content, power, action.number)
    return ActionText(truncate(f"{action.number + 1}. {text}"), text, say.t("Choice"))


WORDS: dict[type[Any], Callable[[Translator, ProvidenceView, Any], ActionText]] = {
    actions.ChooseColour: _colour,
    actions.ChooseLead: _lead,
    actions.StartIn: _start,
    actions.PlaceInfluence: _influence,
    actions.AcquireTarget: _acquire,
    actions.RecoverInfluence: _recover,
    actions.BuyInfluence: _buy,
    actions.Travel: _travel,
    actions.GoTo: _go_to,
    actions.Meddle: _meddle,
    actions.UseCard: _use,
    actions.UseBonus: _bonus,
    actions.FreeMove: _free_move,
    actions.DiscardCard: _discard,
    actions.RevealAllegiance: _reveal,
    actions.EndTurn: _end,
    actions.Pay: _pay,
    actions.TakeBack: _take_back,
    actions.Strike: _strike,
    actions.WorkGate: _work_gate,
    actions.ChooseWay: _way,
    actions.Choose: choose_text,
    actions.React: _react,
    actions.Done: done_text,
}


def action_text(say: Translator, view: ProvidenceView, action: Action) -> ActionText:
    """Return the label, detail and group of an action for the seat that may take it."""
    words = WORDS[type(action)](say, view, action)
    # The name "Washington D.C." ends with a full stop. At the end of a sentence there would be two.
    return replace(words, detail=words.detail.replace("..", "."))
