"""The text of choices within effects, by the operation or step that requires them."""

from __future__ import annotations

from rules.dark_providence.state.actions import Choose, Done
from rules.dark_providence.state.view import ProvidenceView
from rules.dark_providence.words import names
from rules.dark_providence.words.amounts import markers
from rules.dark_providence.words.board import sanity_text
from rules.dark_providence.words.cards import SANITY_LINE, card_lines, line_of
from rules.dark_providence.words.ops import ASKED
from rules.dark_providence.words.ops.influence import influence_now
from rules.kernel.words.translation import N_, ActionText, Translator, truncate

# -- consequences ----------------------------------------------------------------------------------------------


def gain_sentence(say: Translator, view: ProvidenceView, gain: int) -> str:
    """Return sentences about the viewer's total after gaining VP, and whether it ends the game."""
    total = names.own_seat(view).vp + gain
    text = say.t("You gain {gain} VP, now {total}.", gain=gain, total=total)
    if total >= view.threshold:
        text += " " + say.t("That ends the game.")
    return text


def acquiring(say: Translator, view: ProvidenceView, target: str) -> str:
    """Return sentences about the gains and costs of acquiring this target."""
    content = names.content_of(view)
    record = content.record(target)
    # Menus truncate long details, so what all cards of a kind have in common comes last.
    told = _taking_city(say, view, target) if target in content.cities else []
    own = names.marks_there(view, target)[names.own_seat(view).seat]
    if own:
        told.append(say.n("Your {n} marker there goes to Limbo.", "Your {n} markers there go to Limbo.", own))
    lines = card_lines(say, content, target, solo=view.old_one is not None).split("\n")
    # The viewer's chances in the sanity test follow, so the card's own line about it would say it twice.
    told.append(line_of("\n".join(line for line in lines if line != say.t(SANITY_LINE))))
    if record.sanity:
        told.append(sanity_text(say, view))
    if target in content.mythos:
        told.append(say.t("It stays beside your board."))
    elif target in content.cards:
        told += _taking_asset(say, view, target)
    return " ".join(told)


def _taking_city(say: Translator, view: ProvidenceView, target: str) -> list[str]:
    city = names.city_view(view, target)
    told = [gain_sentence(say, view, city.control)]
    if city.controller is not None:
        told.append(
            say.t("{player} loses {n} VP.", player=names.holder_name(say, view, city.controller), n=city.control)
        )
    return [*told, say.t("You get the city card.")]


def _taking_asset(say: Translator, view: ProvidenceView, target: str) -> list[str]:
    told, city = list[str](), names.asset_city(view, target)
    if names.content_of(view).cards[target].agent:
        where = say.t("The agent starts in {city}.", city=names.city_name(say, city))
        told.append(where if city else say.t("The agent joins your lead agent."))
    return [*told, say.t("It goes to your discard pile.")]


# -- actions --------------------------------------------------------------------------------------------------


def option_label(say: Translator, view: ProvidenceView, option: str) -> str:
    """Return the label of an option of the viewer's open choice."""
    pending = view.pending
    if pending is not None and pending.op is not None:
        return ASKED[type(pending.op)].option(say, view, pending.op, option)
    match pending.key if pending else "":
        case "stock":
            return say.t("Acquire {target}", target=names.card_name(say, option))
        case "victim":
            return say.t("{agent} is the victim", agent=names.placed_agent(say, view, option))
        case "second":
            return say.t("{markers} on {target}", markers=markers(say, 1), target=names.spot_name(say, view, option))
        case _:
            return names.spot_name(say, view, option)


def choose_text(say: Translator, view: ProvidenceView, action: Choose) -> ActionText:
    """Return the label, detail and group of an option of the open choice."""
    return ActionText(
        truncate(option_label(say, view, action.option)), _detail(say, view, action.option), say.t("Choice")
    )


def _detail(say: Translator, view: ProvidenceView, option: str) -> str:
    """Return sentences about the consequences of an option of the viewer's open choice."""
    pending = view.pending
    if pending is not None and pending.op is not None:
        asked = ASKED[type(pending.op)]
        return acquiring(say, view, option) if asked.acquires else asked.detail(say, view, pending.op, option)
    match pending.key if pending else "":
        case "stock":
            return acquiring(say, view, option)
        case "second":
            return influence_now(say, view, option)
        case _:
            return ""


#: The label and detail of the action that declines or ends a choice, by the key of the question.
_DONE = {
    "pay": (N_("Play these cards"), N_("You play the cards chosen so far.")),
    "travel": (N_("Travel now"), N_("No one else travels; you pay {n} Wealth.")),
    "discard": (N_("Discard these cards"), N_("They go to your discard pile; you don't draw new ones now.")),
    "second": (N_("No further marker"), N_("No other primary asset gets a marker.")),
    "stock": (N_("Acquire none"), N_("All cards found go back to the secret stock.")),
    "react": (N_("No reaction"), N_("You don't use the reaction.")),
}
#: The questions whose ending carries out what was chosen. To end any other choice leaves something unused.
_CARRIED_OUT = ("pay", "travel", "discard")
_DEFAULT_DONE = (N_("Nothing more"), N_("You skip the rest of this choice."))


def done_text(say: Translator, view: ProvidenceView, action: Done) -> ActionText:
    """Return the label and detail of the action that declines or ends the open choice."""
    key = view.pending.key if view.pending else ""
    label, detail = _DONE.get(key, _DEFAULT_DONE)
    args = view.pending.args if view.pending else {}
    told = say.t(detail, n=int(args.get("cost", 0))) if key == "travel" else say.t(detail)
    return ActionText(say.t(label), told, say.t("Choice"), useless=key not in _CARRIED_OUT)
