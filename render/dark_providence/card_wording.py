"""The text of cards in pictures: rules text with icons, and texts that only pictures need."""

from render.sheets.card_parts import Line
from rules.dark_providence.content.effects import Power
from rules.dark_providence.content.records import Agent, Asset, Content, Control, Cultist, Lead, Mythos, OldOne
from rules.dark_providence.words import cards as card_text
from rules.dark_providence.words import solo as solo_text
from rules.kernel.words.translation import N_, Translator

#: An icon, its count (0 if it has none), and its meaning.
Sign = tuple[str, int, str]

#: The names of the kinds of cards.
KINDS = {
    "asset": N_("Asset card"),
    "agent": N_("Asset card: agent"),
    "starting": N_("Starting card"),
    "city": N_("City card"),
    "mythos": N_("Mythos card"),
    "lead": N_("Lead agent"),
    "old_one": N_("Great Old One"),
    "cultist_card": N_("Cultist of the Great Old One"),
    "control": N_("Cultists' control card"),
    "allegiance": N_("Scores at the end"),
}
#: The icons beside an allegiance card's lines, in the order of scoring. The last icon is for the line about ending the
#: game.
SCORES: dict[str, tuple[str, ...]] = {
    "investigator": ("gate_shut", "investigation", "vp_pink", "madness"),
    "cultist": ("gate_open", "ritual", "vp_green", "crypt", "deep_one", "madness"),
    "ex_investigator": ("gate_open", "investigation", "crypt", "allegiance", "madness"),
    "ex_cultist": ("gate_open", "ritual", "crypt", "allegiance", "madness"),
}


#: Timings without their own icon, each with the timing that lends its icon. A "whenever" effect is ongoing while the
#: card is owned.
_SIGNS = {"whenever": "ongoing"}


def kind(say: Translator, name: str) -> str:
    """Return the name of a kind of card."""
    return say.t(KINDS[name])


def _power(say: Translator, content: Content, power: Power, full: bool, mythos: bool = False) -> str:
    """Return a power's text.

    On a small card, the text includes the timing only if the icon beside the text can't show it.
    """
    if full or power.trigger or (mythos and power.timing == "bonus"):
        return card_text.power_line(say, content, power, icons=True, mythos=mythos)
    return card_text.power_text(say, content, power, icons=True)


def _agent_lines(say: Translator, agent: Agent | None) -> list[Line]:
    return [Line("agent", card_text.gift_text(say, agent.gift, icons=True))] if agent and agent.gift else []


def asset_lines(
    say: Translator, content: Content, asset: Asset, full: bool, usable: list[str] | None = None
) -> list[Line]:
    """Return the lines of an asset card's text; `usable` lists the timings of its powers that can be used now."""
    lines: list[Line] = []
    for power in asset.powers:
        use = ""
        if usable is not None and power.timing in ("action", "bonus"):
            use = "now" if power.timing in usable else "idle"
        lines.append(Line(power.timing, _power(say, content, power, full), use))
    if full and (ending := card_text.ending_text(say, asset)):
        lines.append(Line("deep_one", ending))
    lines += _agent_lines(say, asset.agent)
    if asset.uneasy:
        lines.append(Line("sanity", say.t("Sanity test after every use.")))
    elif asset.sanity and full:
        lines.append(Line("sanity", say.t("Sanity test after acquiring.")))
    return lines


def mythos_lines(say: Translator, content: Content, card: Mythos, full: bool) -> list[Line]:
    """Return the lines of a mythos card's text."""
    lines = [
        Line(_SIGNS.get(power.timing, power.timing), _power(say, content, power, full, mythos=True))
        for power in card.powers
    ]
    lines += [Line("ongoing", card_text.ongoing_text(say, effect, icons=True)) for effect in card.ongoing]
    for effect in card.end:
        text = card_text.end_text(say, effect, icons=True)
        timing = say.t(card_text.END_TIMING)
        lines.append(Line("end", say.t("{timing}: {text}", timing=timing, text=text) if full else text))
    lines += _agent_lines(say, card.marker)
    if card.sanity and full:
        lines.append(Line("sanity", say.t("Sanity test after acquiring.")))
    if not card.solo and full:
        lines.append(Line("old_one", say.t("Not in solo play.")))
    return lines


def lead_lines(say: Translator, content: Content, lead: Lead) -> list[Line]:
    """Return lines that list a lead agent's starting cards and their resources."""
    lines = _agent_lines(say, lead.agent)
    for starting, copies in lead.deck.items():
        card = content.starting[starting]
        icons = " ".join(f"{count}{{{icon}}}" for icon, count in card.icons.items())
        lines.append(Line("asset", f"{copies} × {say.name(card.name)}: {icons}" if copies > 1 else
                          f"{say.name(card.name)}: {icons}"))  # fmt: skip
    return lines


def old_one_lines(say: Translator, content: Content, card: OldOne) -> list[Line]:
    """Return lines about a Great Old One's goal and the effects of its cultists."""
    lines = [Line("end", solo_text.goal_text(say, card.goal, icons=True))]
    effects = [solo_text.cultist_effect_text(say, effect, icons=True) for effect in card.effects]
    lines += _by_cultist(say, content, effects)
    if card.keeps_assets:
        lines.append(Line("asset", say.t("Primary assets acquired by its cultists stay with it.")))
    return lines


def control_lines(say: Translator, content: Content, card: Control) -> list[Line]:
    """Return lines with a control card's instructions for each cultist."""
    return _by_cultist(say, content, [solo_text.order_text(say, order, icons=True) for order in card.orders])


def _by_cultist(say: Translator, content: Content, texts: list[str]) -> list[Line]:
    names = [say.name(cultist.name) for cultist in content.cultists.values()]
    return [
        Line("cultist", say.t("{name}: {text}", name=name, text=text)) for name, text in zip(names, texts, strict=True)
    ]


def cultist_lines(say: Translator, content: Content, card: Cultist) -> list[Line]:
    """Return lines with the bonuses of a cultist's card and marker, and its starting city."""
    icons = ("cultist", "agent", "city")
    texts = solo_text.cultist_text(say, content, card, icons=True).split("\n")
    return [Line(icon, text) for icon, text in zip(icons, texts, strict=True)]


def allegiance_lines(say: Translator, allegiance: str) -> list[Line]:
    """Return lines about how an allegiance scores at the end of the game, and how it can end the game."""
    texts = card_text.allegiance_text(say, allegiance, icons=True)
    return [Line(icon, text) for icon, text in zip(SCORES[allegiance], texts, strict=True)]
