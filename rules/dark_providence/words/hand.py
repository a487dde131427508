"""The text of a seat's hand: its allegiance, its cards with their uses, its mythos cards and its markers."""

from __future__ import annotations

from collections import Counter

from rules.dark_providence.content.component_counts import AGENT_LIMIT
from rules.dark_providence.state.view import PlayerView, ProvidenceView
from rules.dark_providence.words.cards import allegiance_text, power_line
from rules.dark_providence.words.names import agent_name, allegiance_name, card_name, content_of, icons_text
from rules.kernel.words.translation import Translator


def hand_text(say: Translator, view: ProvidenceView) -> str:
    """Return the text of the viewer's hand. A spectator has no hand."""
    if view.viewer is None:
        return say.t("You hold no cards in this match.")
    player = view.players[view.viewer]
    lines = [_allegiance(say, player), *_hand(say, view, player), *_mythos(say, view, player)]
    lines += [
        say.t("Your supply: {supply}; common pool: {pool}; Limbo: {limbo}.",
              supply=player.supply, pool=player.pool, limbo=player.limbo),
        say.t("Your agents: {agents} of {limit}; control markers left: {controls}.",
              agents=AGENT_LIMIT - player.frames, limit=AGENT_LIMIT, controls=player.controls),
        say.n("Your deck: {n} card.", "Your deck: {n} cards.", player.deck_count),
    ]  # fmt: skip
    if view.turn and view.turn.seat == player.seat and view.turn.table:
        lines.append(say.t("Being used: {cards}.", cards=_counted(say, list(view.turn.table))))
    if player.crypt:
        lines.append(say.t("Your crypt: {agents}.", agents=", ".join(agent_name(say, one) for one in player.crypt)))
    if player.discard:
        lines.append(say.t("Your discard pile: {cards}.", cards=_counted(say, player.discard)))
    return "\n".join(line for line in lines if line)


def _allegiance(say: Translator, player: PlayerView) -> str:
    if player.allegiance is None:
        return ""
    line = say.t("Your allegiance: {allegiance}.", allegiance=allegiance_name(say, player.allegiance))
    scored = say.t("You score: {lines}", lines=" ".join(allegiance_text(say, player.allegiance)))
    return f"{line} {scored}"


def _hand(say: Translator, view: ProvidenceView, player: PlayerView) -> list[str]:
    hand = player.hand or []
    head = say.n("You hold {n} card:", "You hold {n} cards:", len(hand)) if hand else say.t("Your hand is empty.")
    return [head, *[f"• {_card(say, view, card)}" for card in hand]]


def _card(say: Translator, view: ProvidenceView, card: str) -> str:
    """Return the text of a card's resources and powers. Uses that are impossible now are marked."""
    content = content_of(view)
    asset = content.cards[card]
    parts = [icons_text(say, asset.icons)] if asset.icons else []
    usable = view.usable.get(card, [])
    for power in asset.powers:
        text = power_line(say, content, power)
        idle = power.timing in ("action", "bonus") and power.timing not in usable
        parts.append(say.t("{text} (not possible now)", text=text) if idle else text)
    return f"{say.name(asset.name)}: {'; '.join(parts)}"


def _mythos(say: Translator, view: ProvidenceView, player: PlayerView) -> list[str]:
    if not player.mythos:
        return []
    return [say.t("Your mythos cards: {cards}.", cards=", ".join(card_name(say, card) for card in player.mythos))]


def _counted(say: Translator, cards: list[str]) -> str:
    names = Counter(card_name(say, card) for card in cards)
    return ", ".join(f"{count} × {name}" if count > 1 else name for name, count in names.items())
