"""The question that a seat must answer, in one sentence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.dark_providence.state.view import ProvidenceView
from rules.dark_providence.words.names import (
    ICON_NAMES,
    agent_name,
    agent_view,
    card_name,
    card_names,
    city_name,
    cultist_name,
    hand_icons,
    icons_text,
    owned_agent,
    owner_name,
    placed_agent,
    spot_name,
)
from rules.kernel.engine.decisions import Prompt
from rules.kernel.words.text import N_, Say

Args = dict[str, Any]

#: What cards are played for.
_PAY = {
    "influence": N_("Which cards do you play to place influence on {target}? ★: the fewest for the same."),
    "recover": N_("Which cards do you play to recover influence? ★: the fewest for the same."),
    "buy": N_("Which cards do you play to buy influence? ★: the fewest for the same."),
    "travel": N_("Which cards do you play for {n} Wealth ({moves})? ★: the fewest."),
    "track": N_("Which cards do you play to meddle ({way})? ★: the fewest for the same."),
    "assassinate": N_("Which cards do you play for {n} Force against {target} in {city}? ★: the fewest."),
    "open": N_("Which cards do you play for {n} Arcane to open the gate of {target}? ★: the fewest."),
    "close": N_("Which cards do you play for {n} Arcane to close the gate of {target}? ★: the fewest."),
}
#: What an operation asks, by its name.
CHOOSE = {
    "rival_vp": N_("{card}: who loses VP?"),
    "influence": N_("{card}: where do the markers go?"),
    "move": N_("{card}: which agent moves?"),
    "return_agents": N_("{card}: which agent is turned to the returned side?"),
    "acquire": N_("{card}: what do you acquire?"),
    "deep_ones": N_("{card}: where does the Deep One come up?"),
    "drive_off": N_("{card}: whose markers are driven off, and where?"),
    "destroy_asset": N_("{card}: which primary asset is destroyed?"),
    "peek": N_("{card}: whose allegiance do you look at?"),
    "unmask": N_("{card}: who must reveal the allegiance?"),
    "fetch": N_("{card}: which card do you take into your hand?"),
    "purge": N_("{card}: which card of your hand is destroyed?"),
    "martial_law": N_("{card}: in which city is martial law declared?"),
    "cthulhu": N_("{card}: in which city does Cthulhu rise?"),
    "whateley": N_("{card}: in which city does a Whateley marker go?"),
    "mi_go": N_("{card}: in which city does it appear?"),
    "lock": N_("{card}: which lock is placed or removed?"),
}


def _turn(say: Say, view: ProvidenceView, args: Args) -> str:
    left = int(args["left"])
    if left <= 0:
        return say.t("You have no action left: take bonus actions, or end your turn.")
    text = say.n("Your turn: {n} action left.", "Your turn: {n} actions left.", left)
    if args["first"]:
        text += " " + say.t("Only the first action can acquire.")
    held = icons_text(say, hand_icons(view))
    return f"{text} {say.t('Your hand: {icons}.', icons=held)}" if held else text


def _colour(say: Say, view: ProvidenceView, args: Args) -> str:
    owner = int(args["owner"])
    if view.old_one is not None and owner:
        return say.t("Which colour does {name} take?", name=owner_name(say, owner, True))
    return say.t("Which colour do you take?")


def _lead(say: Say, view: ProvidenceView, args: Args) -> str:
    return say.t("Which lead agent do you take? Nine of their ten starting cards are the same.")


def _start(say: Say, view: ProvidenceView, args: Args) -> str:
    return say.t("In which city does your lead agent start? It counts as 1 influence there.")


def _pay(say: Say, view: ProvidenceView, args: Args) -> str:
    use, n, target = str(args["use"]), int(args["most"]), str(args.get("target", ""))
    if use == "gate":
        return say.t(_PAY[str(args["face"])], n=n, target=city_name(say, target))
    if use == "assassinate":
        victim = agent_view(view, target)
        assert victim is not None
        return say.t(_PAY[use], n=n, target=owned_agent(say, view, victim), city=city_name(say, victim.city))
    moves = [
        say.t("{agent} to {city}", agent=agent_name(say, agent), city=city_name(say, city))
        for agent, city in args.get("moves", {}).items()
    ]
    way = say.t(ICON_NAMES[args["icon"]])
    return say.t(_PAY[use], n=n, target=spot_name(say, view, target), moves=say.join(moves), way=way)


def _take_back(say: Say, view: ProvidenceView, args: Args) -> str:
    return say.n("Take back {n} more marker: from where?", "Take back {n} more markers: from where?", int(args["left"]))


def _travel(say: Say, view: ProvidenceView, args: Args) -> str:
    return say.t("Who else travels? So far this costs {n} Wealth.", n=int(args["cost"]))


def _go_to(say: Say, view: ProvidenceView, args: Args) -> str:
    return say.t("Where does {agent} travel?", agent=placed_agent(say, view, str(args["agent"])))


def _discard(say: Say, view: ProvidenceView, args: Args) -> str:
    return say.t("You discard: {cards}. Another one?", cards=card_names(say, list(args["cards"])))


def _strike(say: Say, view: ProvidenceView, args: Args) -> str:
    return say.t("{card}: who is assassinated, and by whom?", card=card_name(say, str(args["card"])))


def _gate(say: Say, view: ProvidenceView, args: Args) -> str:
    return say.t("{card}: which gate, and with which agent?", card=card_name(say, str(args["card"])))


def _way(say: Say, view: ProvidenceView, args: Args) -> str:
    return say.t("{card}: which of its alternatives?", card=card_name(say, str(args["card"])))


def _choose(say: Say, view: ProvidenceView, args: Args) -> str:
    card, mover = card_name(say, str(args["card"])), str(args.get("mover", ""))
    if mover:
        return say.t("{card}: where does {agent} go?", card=card, agent=agent_name(say, mover))
    line = say.t(CHOOSE[str(args["op"])], card=card)
    left = int(args.get("left", 1))
    if left > 1 and str(args["op"]) not in ("influence", "drive_off"):
        line += " " + say.t("(up to {n} more)", n=left)
    return line


def _stock(say: Say, view: ProvidenceView, args: Args) -> str:
    return say.t("You found {cards}: which one do you acquire?", cards=card_names(say, list(args["cards"])))


def _react(say: Say, view: ProvidenceView, args: Args) -> str:
    return say.t("Do you use the reaction of {card}?", card=card_name(say, str(args["card"])))


def _victim(say: Say, view: ProvidenceView, args: Args) -> str:
    return say.t("{name} strikes: which of your agents is the victim?", name=cultist_name(say, int(args["who"])))


def _second(say: Say, view: ProvidenceView, args: Args) -> str:
    target = spot_name(say, view, str(args["target"]))
    return say.t("Beside {target}: which other primary asset gets 1 marker?", target=target)


QUESTIONS: dict[str, Callable[[Say, ProvidenceView, Args], str]] = {
    "turn": _turn,
    "colour": _colour,
    "lead": _lead,
    "start": _start,
    "pay": _pay,
    "take_back": _take_back,
    "travel": _travel,
    "go_to": _go_to,
    "discard": _discard,
    "strike": _strike,
    "gate": _gate,
    "way": _way,
    "choose": _choose,
    "stock": _stock,
    "react": _react,
    "victim": _victim,
    "second": _second,
}


def prompt_line(say: Say, view: ProvidenceView, prompt: Prompt) -> str:
    """Return what the seat must decide."""
    return QUESTIONS[prompt.key](say, view, prompt.args)
