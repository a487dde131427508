"""The way in for newcomers: the game in five lines, how to play, the player aid, and hints of the first round."""

from __future__ import annotations

from rules.edge_of_darkness.state.view import CardView, EdgeView
from rules.kernel.engine.decisions import Prompt
from rules.kernel.words.text import Say


def in_short(say: Say, _seats: int) -> list[str]:
    """Return what the game is about, how one wins, and what a turn is."""
    return [
        say.t("Eight rounds; most Victory Points wins."),
        say.t("All share one deck."),
        say.t("Each round has an Assembly turn, then an Action turn."),
        say.t("What you sleeve, others may draw."),
        say.t("Cubes in the tower decide whom the Blight attacks."),
    ]


def how_to_play(say: Say, _seats: int) -> list[str]:
    """Return the game in plain words, page by page."""
    aim = [
        f"### {say.t('The aim')}",
        say.t(
            "You lead a Guild. Everybody draws from the same deck, and everybody makes its cards better. After eight"
            " rounds the most Victory Points win."
        ),
        f"### {say.t('The prologue')}",
        say.t(
            "Before the first round each of you takes two advancements (three with two players), sleeves them onto your"
            " own Guild cards and uses them at once. One of your other cards waits in your Guild Hall."
        ),
        f"### {say.t('A round')}",
        say.t(
            "**Assembly turn.** You take the cards from your Guild Hall, then draft from the Street until you hold"
            " three. You draft the first card of the Street; 1 Influence on a card skips it. For each cube icon in your"
            " hand you draw a cube from the bag into your Threat Zone."
        ),
        say.t(
            "**Action turn.** Your cubes fall into the tower. You sleeve one advancement of any Location onto a card of"
            " your hand. You use the effects of your cards and of the Locations in any order, then end your turn."
        ),
        say.t(
            "An effect of your own or a Neutral card is free; one on another player's card costs 1 Coin, paid to its"
            " owner. So your cards earn in other hands too."
        ),
    ]
    rest = [
        f"### {say.t('The Blight')}",
        say.t(
            "The tower has three cards, Blight side up, and a tray of cubes below each. A tray with 6 cubes (7"
            " with three players, 8 with four) attacks whoever has most cubes in it; with most black ones it"
            " attacks everybody."
        ),
        say.t(
            "Damage that you reduce to nothing is defended: 1 Reputation. Otherwise your Defense token falls one"
            " space, and you suffer what the card says."
        ),
        say.t(
            "With Battle Strength you can hunt a card of the tower in your turn: its rewards are yours and its"
            " cubes go."
        ),
        f"### {say.t('Scoring')}",
        say.t(
            "1 VP for each trained Agent, each Reputation and each filled slot on your own Guild cards; the value"
            " of your Defense track; a quarter for each Coin, Influence and Goodwill. Most Reputation, most"
            " trained Agents, most Guild cards and the best Defense give 2 Reputation each."
        ),
        f"### {say.t('A few terms')}",
        say.t(
            "**Advancement:** a clear strip with a Contact on one side and a Threat on the other. **Sleeve:** slide it"
            " into its slot of a card, for good. **Contact:** the person on it, and what they do for whoever plays it."
            " **Threat:** what the card is in the tower. **Trained Agent:** one you can dispatch; train the others"
            " first. **Goodwill:** Influence that others left on a card you drafted. **Claim"
            " Allegiance:** make a Neutral card your own. **Discard:** at the end of your turn other players'"
            " cards go to their Guild Halls, the rest to the Discard pile."
        ),
    ]
    return ["\n".join(aim), "\n".join(rest)]


def player_aid(say: Say, _seats: int) -> str:
    """Return the order of a turn and what the pieces are for."""
    lines = [
        f"### {say.t('Assembly turn')}",
        say.t("1. Take the cards of your Guild Hall."),
        say.t("2. Draft up to three cards in hand; 1 Influence skips a card."),
        say.t("3. Draw a cube for each cube icon in your hand."),
        f"### {say.t('Action turn')}",
        say.t("1. Your cubes fall into the tower; full trays attack."),
        say.t("2. Sleeve one advancement (you must, if you can)."),
        say.t("3. Use effects and Locations, each once, in any order; another player's effect costs 1 Coin."),
        say.t("4. Discard your hand."),
        f"### {say.t('What things are for')}",
        say.t("**Coin:** pays others and prices. **Influence:** skips cards. **Agents:** work at Locations."),
        say.t("**Battle Strength:** hunts; gone at the end of the turn. **Reputation:** 1 VP."),
        say.t("**Defense track:** falls one space with each attack that you do not defend."),
    ]
    return "\n".join(lines)


def hint(say: Say, view: EdgeView, asked: Prompt) -> str:
    """Return what a newcomer should know at the first turn of a phase, or ""."""
    if view.viewer is None or view.round > 1:
        return ""
    match asked.key:
        case "guild":
            return say.t("The Guilds differ in name and colour only.")
        case "pick" if not any(slot.slip for card in _starters(view) for slot in card.slots):
            return say.t(
                "The prologue: take an advancement; it goes onto one of your own cards, and you use it at once."
            )
        case "sleeve_onto" if not any(slot.slip for card in _starters(view) for slot in card.slots):
            return say.t(
                "Each advancement has its slot: top, middle or bottom. Its other side counts in the tower only."
            )
        case "hall":
            return say.t("The card that waits in your Guild Hall is surely yours in round 1.")
        case "draft":
            return say.t("Your first Assembly turn: draft cards from the Street until you hold three.")
        case "free" if view.turn is not None and not view.turn.sleeved:
            return say.t("Your first Action turn: sleeve one advancement, and use each of your cards.")
        case _:
            return ""


def _starters(view: EdgeView) -> list[CardView]:
    """Return the viewer's own Guild cards before the first round."""
    return view.players[view.viewer].starters if view.viewer is not None else []
