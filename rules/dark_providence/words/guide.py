"""The way in for newcomers: the game in five lines, how to play, the player aid, and hints of the first turn."""

from __future__ import annotations

from rules.dark_providence.state.view import ProvidenceView
from rules.dark_providence.words.names import allegiance_name
from rules.kernel.engine.decisions import Prompt
from rules.kernel.words.text import Say

#: The VP that end the game, by number of players (DP-TRACK.4, SOLO.139).
_THRESHOLDS = {1: 35, 2: 33, 3: 30, 4: 26, 5: 22}


def in_short(say: Say, seats: int) -> list[str]:
    """Return what the game is about, how one wins, and what a turn is; `seats` is 0 while others may still join."""
    alone = seats == 1
    vp = str(_THRESHOLDS[seats]) if seats else f"{min(_THRESHOLDS.values())}–{_THRESHOLDS[2]}"
    return [
        say.t("You, an investigator, stand alone against a Great Old One and its two cultists.")
        if alone
        else say.t("Investigators and cultists, each in secret, fight over twelve cities."),
        say.t("At the end you win if the Great Old One has no more Victory Points than you.")
        if alone
        else say.t(
            "Most Victory Points win; but the side of whoever is last drops out, so don't let your own fall behind."
        ),
        say.t("A turn is two actions, paid with the icons of your cards; then you draw up to five."),
        say.t(
            "First you place influence; later, as your first action, you acquire the city or card where you have most."
        ),
        say.t(
            "The game ends at {n} VP, when the investigation or the ritual is complete, or when a lead agent dies or"
            " somebody goes mad.",
            n=vp,
        ),
    ]


def how_to_play(say: Say, seats: int) -> list[str]:
    """Return the game in plain words, page by page."""
    aim = [
        f"### {say.t('The aim')}",
        *(_alone(say) if seats == 1 else _together(say)),
        f"### {say.t('A turn')}",
        say.t(
            "You take two actions. Most are paid with cards from your hand, each for one kind of its icons, or for the"
            " action printed on it. Bonus actions come on top. Then you discard what you used and draw up to five."
        ),
        say.t(
            "**Place influence** on one city, primary asset or mythos card. **Acquire**, as your first action"
            " only, where you have the most influence and there is no lock; it costs no card. A city gives its VP"
            " at once; primary assets come into your deck, and agents onto the map."
        ),
        say.t(
            "**Recover influence** from the board and Limbo. **Buy influence** from the common pool. **Travel** with"
            " agents. **Open or close a gate** where your agent is. **Raise or lower** the investigation or the ritual."
            " **Assassinate** an agent in the same city."
        ),
    ]
    rest = [
        f"### {say.t('Scoring')}",
        say.t(
            "Everybody: VP on the track (cities), blue VP on cards and agents, and 3 VP for an allegiance never"
            " revealed."
        ),
        say.t(
            "**Investigators:** the investigation track, the closed gates they control, pink VP of agents."
            " **Cultists:** the ritual track, their opened gates, green VP of mythos cards, assassinated agents"
            " and returned agents."
        ),
        say.t("**Dissenters:** the track of the side they left, every gate they control, and assassinated agents."),
        f"### {say.t('A few terms')}",
        say.t(
            "**Limbo:** where influence goes that you used to acquire; recover it. **Lead agent:** the one you"
            " begin with; protected while others of yours stand on the board. **Sanity test:** you draw a token;"
            " Madness can end the game. **Mythos card:** a strong card of the row; it stays before you. **Reveal"
            " your allegiance:** ends the game if it brings you to the VP that end it."
        ),
    ]
    return ["\n".join(aim), "\n".join(rest)]


def _alone(say: Say) -> list[str]:
    return [
        say.t(
            "You are an investigator. After each of your turns the Great Old One's two cultists act as a control card"
            " says. It collects VP during play, you most of yours at the end. If its own goal is met, it wins at once."
        )
    ]


def _together(say: Say) -> list[str]:
    return [
        say.t(
            "You have a secret allegiance: investigator, cultist or dissenter. It says what you score at the end."
            " Nobody knows yours until it is revealed."
        ),
        say.t(
            "At the end the side of the player with the lowest total drops out. Of the others the highest total wins."
        ),
    ]


def player_aid(say: Say, _seats: int) -> str:
    """Return the order of a turn and what the icons are for."""
    lines = [
        f"### {say.t('A turn')}",
        say.t("1. Two actions; acquiring only as the first one. Bonus actions at any time between."),
        say.t("2. Cards used go to your discard pile."),
        say.t("3. Draw up to five cards."),
        f"### {say.t('Icons and actions')}",
        say.t("**Influence:** place so many markers on one spot. **Recover:** take so many back."),
        say.t(
            "**Wealth:** two buy a marker; it also pays for travel. **Force:** assassinate with as much as the"
            " city's control point."
        ),
        say.t("**Gate:** open or close it where your agent stands; **Arcane** pays for it."),
        say.t("**Investigation, ritual:** raise or lower a track. **Lock:** nobody acquires there."),
        say.t("**Sanity test:** draw a token when you acquire the card; Madness counts against you."),
    ]
    return "\n".join(lines)


def hint(say: Say, view: ProvidenceView, asked: Prompt) -> str:
    """Return what a newcomer should know at the first turn of a phase, or ""."""
    if view.viewer is None:
        return ""
    match asked.key:
        case "lead":
            return say.t("A lead agent brings ten starting cards; the five decks are equally strong.")
        case "start":
            return say.t("Your lead agent starts in a city; a valuable one nearby is worth it.")
        case "turn" if view.turns <= view.seats and view.turn is not None and view.turn.first:
            first = say.t("Your first turn: place influence where you mean to acquire in a later turn.")
            mine = view.players[view.viewer].allegiance
            if mine is None:
                return first
            return f"{say.t('Your allegiance: {allegiance}.', allegiance=allegiance_name(say, mine))} {first}"
        case _:
            return ""
