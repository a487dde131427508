"""The texts about a cup and its picture: its game, ties and standings."""

from __future__ import annotations

from collections.abc import Sequence

from bot.app.image_cache import game_colour
from bot.discord.ui import limits, safe_names
from bot.discord.ui.locale import LANGUAGE_NAMES
from bot.features.cups.model import CupEntrant, CupRules, CupStanding, CupView, Fixture
from bot.matches.clocks.time_control import TimeControl
from bot.matches.lobby.brought_decks import builds_decks
from bot.matches.lobby.presets import preset_of
from bot.table.clocks import words as clock_words
from bot.table.lobby import pack_words
from bot.table.lobby.option_values import deck_choices
from bot.table.seats.computer_panel import level_name
from render.sheets.standings_sheet import PointTable, Round, Row, Side, StandingsSheet
from render.text.drawable_characters import drawable
from rules.kernel.content.packs import BASE
from rules.kernel.game import AnyGame
from rules.kernel.words.results import points
from rules.kernel.words.translation import N_, Translator

#: Names of the kinds of cups.
KIND_NAMES = {
    "knockout": N_("knock-out"),
    "round_robin": N_("round robin"),
    "groups": N_("groups"),
}
#: Texts for ties that were decided without a match.
OUTCOME_WORDS = {
    "lot": N_("by lot, after draws"),
    "awarded": N_("awarded by the host"),
    "walkover": N_("unplayed, because the others dropped out"),
    "void": N_("no one is left"),
}
_AWAITED = {
    "table": N_("its table opens shortly"),
    "match": N_("being played"),
    "award": N_("the host awards it"),
}
#: Maximum number of ties in a cup's picture, and of rows in its standings, so the picture stays readable on a phone.
MAX_FIXTURES, MAX_ROWS = 24, 40
#: Maximum number of names in a list of entrants.
MAX_NAMES = 12
#: Maximum number of characters in the text of the rounds, and in the text of the standings.
MAX_TEXT_LENGTH = limits.LAYOUT // 2


def kind_of(say: Translator, cup: CupView) -> str:
    """Return the kind of a cup, with the number of players at a table if there are more than two."""
    if cup.rules.kind == "groups":
        if cup.status == "playing":  # the round's title already contains the word "groups"
            return say.t("up to {n} per table", n=cup.rules.size)
        return say.t("groups of up to {n}", n=cup.rules.size)
    return say.t(KIND_NAMES[cup.rules.kind])


def format_line(say: Translator, game: AnyGame, cup: CupView) -> str:
    """Return a line that names the game and the format of a cup."""
    return " · ".join([game.title(say), kind_of(say, cup), *_rules(say, game, cup.rules)])


def _rules(say: Translator, game: AnyGame, rules: CupRules) -> list[str]:
    time_control = TimeControl.from_json(rules.pace)
    phrases = [say.t("best of three")] if rules.series > 1 else []
    if rules.kind == "groups":
        phrases.append(say.n("{n} from each table advances", "{n} from each table advance", rules.onward))
    phrases.append(clock_words.pace_words(say, time_control) if time_control.has_clock else say.t("friendly"))
    phrases.append(LANGUAGE_NAMES[rules.locale])
    phrases += [say.t("First match")] if preset_of(game, rules.options) == "first" else []
    phrases += [deck_way(say, game, rules)] if builds_decks(game, rules.options) else []
    phrases += (
        [say.t("content pack {name}", name=pack_words.title(say, game, rules.pack))] if rules.pack != BASE else []
    )
    phrases += [say.t("counts for ratings")] if rules.rated else []
    phrases += [say.t("sealed decks")] if rules.sealed else []
    return phrases


def deck_way(say: Translator, game: AnyGame, rules: CupRules) -> str:
    """Return a short phrase about how decks are chosen or built in each match."""
    option = game.building.option if game.building is not None else ""
    return dict(deck_choices(game, say)).get(str(rules.options.get(option)), "").partition(":")[0]


def deck_note(say: Translator, game: AnyGame, rules: CupRules) -> str:
    """Return a sentence about how decks are built in each match; "" if players bring their own decks."""
    if game.building is None or not builds_decks(game, rules.options):
        return ""
    return game.option_note(say, game.building.option, rules.options)


def round_title(say: Translator, cup: CupView, number: int) -> str:
    """Return the title of a round."""
    if cup.rules.kind == "knockout" and cup.rounds is not None:
        rounds_left = cup.rounds - number
        if rounds_left == 0:
            return say.t("Final")
        if rounds_left == 1 and number > 1:
            return say.t("Semi-finals")
        if rounds_left == 2 and number > 1:
            return say.t("Quarter-finals")
    if cup.rounds is None:
        return say.t("Groups, round {n}", n=number)
    return say.t("Round {n} of {most}", n=number, most=cup.rounds)


def progress_line(say: Translator, cup: CupView) -> str:
    """Return a short phrase about a cup's progress."""
    match cup.status:
        case "entry":
            return say.t("Entries are open")
        case "playing":
            return round_title(say, cup, cup.round)
        case "over":
            return say.t("The cup is over")
        case "ended":
            return say.t("Ended early")


def entrants(say: Translator, cup: CupView, limit: int = MAX_NAMES) -> str:
    """Return the number of entrants, followed by the names of the first `limit` entrants."""
    playing = [participant for participant in cup.entrants if participant.plays]
    amount = say.n("{n} takes part", "{n} take part", len(playing))
    if not playing:
        return say.t("No one has entered yet.")
    shown_names = [safe_names.safe_name(participant.name) for participant in playing[:limit]]
    hidden_count = len(playing) - len(shown_names)
    shown_names += [say.t("{n} more", n=hidden_count)] if hidden_count > 0 else []
    return f"{amount}: {', '.join(shown_names)}"


def entrant(say: Translator, participant: CupEntrant) -> str:
    """Return an entrant's name for a list, with a computer's level.

    The name is struck through if the entrant has dropped out.
    """
    label = safe_names.safe_name(participant.name)
    if participant.computer is not None:
        label = f"{label} ({say.t('computer, {level}', level=level_name(say, participant.computer))})"
    return f"~~{label}~~" if not participant.plays else label


# -- ties -----------------------------------------------------------------------------------------------------


def fixture_line(say: Translator, cup: CupView, fixture: Fixture) -> str:
    """Return a line that shows a tie's players and result, with a link to its latest match."""
    player_names = [safe_names.safe_name(name) for name in cup.names(fixture.people)]
    if len(player_names) == 1:
        return say.t("{name} has a bye", name=player_names[0])
    text = f"{_joined_names(cup, fixture, player_names)}: {_outcome(say, cup, fixture)}"
    return text if fixture.channel_id is None else f"{text} <#{fixture.channel_id}>"


def _advances(cup: CupView, fixture: Fixture, user: int) -> bool:
    """Return whether a player advances from a tie. From a cup's last tie, only the champion counts as advancing."""
    if (champion := cup.champion) is not None and fixture.round == cup.round and cup.rules.kind != "round_robin":
        return user == champion.user_id
    return user in fixture.onward


def _joined_names(cup: CupView, fixture: Fixture, names_shown: Sequence[str]) -> str:
    """Return the names of a tie's players. The names of players who advance are in bold."""
    on = [
        f"**{name}**" if _advances(cup, fixture, user) else name
        for user, name in zip(fixture.people, names_shown, strict=True)
    ]
    return " – ".join(on)


def score(fixture: Fixture) -> str:
    """Return how many matches each player of a tie has won, such as "2:1"; "" before the first match ends."""
    return ":".join(str(fixture.wins(user)) for user in fixture.people) if fixture.games else ""


def _outcome(say: Translator, cup: CupView, fixture: Fixture) -> str:
    parts = [score(fixture)] if cup.rules.kind != "groups" and score(fixture) else []
    if not fixture.is_settled:
        trouble_text = fixture.trouble if fixture.awaited == "table" else None
        return ", ".join([*parts, trouble_text or say.t(_AWAITED[fixture.awaited or "match"])])
    if cup.rules.kind == "groups" and fixture.points:
        got = [points(say, fixture.points.get(user, 0)) for user in fixture.people]
        parts.append(say.t("points: {points}", points=":".join(got)))
    if fixture.how in OUTCOME_WORDS:
        parts.append(say.t(OUTCOME_WORDS[fixture.how]))
    if not fixture.onward and cup.rules.kind != "round_robin" and not parts:
        parts.append(say.t("no one is left"))
    return ", ".join(parts) or say.t("settled")


def rounds(say: Translator, cup: CupView) -> list[str]:
    """Return the lines that list all rounds and their ties, newest round first."""
    lines: list[str] = []
    for number in sorted({fixture.round for fixture in cup.fixtures}, reverse=True):
        lines.append(f"### {round_title(say, cup, number)}")
        lines += [f"- {fixture_line(say, cup, tie)}" for tie in cup.fixtures_of(number)]
    return lines


def running_fixtures(say: Translator, cup: CupView) -> list[str]:
    """Return lines that list the undecided ties of the current round, each with a link to its match."""
    return [f"- {fixture_line(say, cup, fixture)}" for fixture in cup.fixtures_of(cup.round) if not fixture.is_settled]


# -- standings ------------------------------------------------------------------------------------------------


def standings(say: Translator, cup: CupView) -> list[str]:
    """Return the standings as lines of text."""
    return [_standing(say, cup, standing) for standing in cup.standings]


def _standing(say: Translator, cup: CupView, standing: CupStanding) -> str:
    name = safe_names.safe_name(standing.name)
    parts = [f"**{name}**" if standing.state == "champion" else name]
    if cup.rules.kind != "knockout":
        parts.append(say.t("points: {points}", points=points(say, standing.points)))
    # Don't show losses for groups, because a player who finishes second of four has not really lost.
    if cup.rules.kind != "groups":
        parts.append(
            say.t("won {won}, drawn {drawn}, lost {lost}", won=standing.won, drawn=standing.drawn, lost=standing.lost)
            if standing.drawn
            else say.t("won {won}, lost {lost}", won=standing.won, lost=standing.lost)
        )
    if standing.state == "dropped":
        parts.append(say.t("dropped out"))
    if standing.state == "out" and cup.rules.kind != "round_robin" and standing.round:
        parts.append(say.t("out in round {n}", n=standing.round))
    return f"{standing.place}. {', '.join(parts)}"


def seed_line(say: Translator, cup: CupView) -> list[str]:
    """Return lines about the random seed of all draws: its hash and, once the cup is over, the seed itself."""
    if cup.seed is None:
        return [f"-# {say.t('All draws come from a seed with this seal: {seal}', seal=f'`{cup.seal}`')}"]
    explanation = say.t(
        "All draws came from the seed {seed}; its SHA-256 is the seal in the first post.", seed=f"`{cup.seed}`"
    )
    return [f"-# {explanation}", f"-# {cup.seal}"]


# -- the picture ----------------------------------------------------------------------------------------------


def sheet(say: Translator, game: AnyGame, cup: CupView) -> StandingsSheet:
    """Return the contents of the picture of a cup."""
    parts = [_table(say, cup)] if cup.rules.kind == "round_robin" else _rounds(say, cup)
    left_out = cup.rules.kind == "round_robin" and len(cup.standings) > MAX_ROWS
    left_out = left_out or (cup.rules.kind != "round_robin" and len(parts) < cup.round)
    foot = [say.t("The rest is in words.")] if left_out else []
    if any(not one.plays for one in cup.entrants):
        foot.insert(0, say.t("Struck through: has dropped out."))
    champion = cup.champion
    return StandingsSheet(
        title=drawable(safe_names.clean_name(cup.name)) or say.t("Cup"),
        subtitle=" · ".join([game.title(say), kind_of(say, cup), *([] if champion else [progress_line(say, cup)])]),
        accent=game_colour(game.id),
        crown=_drawable_name(cup, champion.user_id) if champion else "",
        crown_word=say.t("Champion"),
        parts=tuple(parts),
        foot=tuple(foot),
    )


def _drawable_name(cup: CupView, user_id: int) -> str:
    return drawable(safe_names.clean_name(cup.names([user_id])[0])) or "?"


def _table(say: Translator, cup: CupView) -> PointTable:
    rows = [
        Row(
            f"{one.place}.",
            _drawable_name(cup, one.user_id),
            (str(one.played), str(one.won), points(say, one.points)),
            "on" if one.state == "champion" else "out" if one.state == "dropped" else "plays",
        )
        for one in cup.standings[:MAX_ROWS]
    ]
    return PointTable(say.t("Standings"), (say.t("played"), say.t("won"), say.t("points")), tuple(rows))


def _rounds(say: Translator, cup: CupView) -> list[Round]:
    """Return the newest rounds of a cup that fit into a picture, newest first."""
    round_columns: list[Round] = []
    room = MAX_FIXTURES
    for number in range(cup.round, 0, -1):
        fixtures = [fixture for fixture in cup.fixtures_of(number) if len(fixture.people) > 1]
        room -= len(fixtures)
        if round_columns and room < 0:
            break
        byes = [_drawable_name(cup, tie.people[0]) for tie in cup.fixtures_of(number) if len(tie.people) == 1]
        sides = tuple(tuple(_side(say, cup, tie, user) for user in tie.people) for tie in fixtures)
        round_columns.append(Round(round_title(say, cup, number), sides, _byes(say, byes)))
    return round_columns


def _byes(say: Translator, byes: Sequence[str]) -> str:
    if not byes:
        return ""
    if len(byes) > MAX_NAMES:
        return say.n("{n} has a bye", "{n} have a bye", len(byes))
    return say.t("Bye: {names}", names=", ".join(byes))


def _side(say: Translator, cup: CupView, fixture: Fixture, user: int) -> Side:
    cup_entrant = cup.entrant(user)
    if cup.rules.kind == "groups":
        figure = points(say, fixture.points.get(user, 0)) if fixture.is_settled and fixture.points else ""
    else:
        figure = str(fixture.wins(user)) if fixture.games else ""
    fate = "plays" if not fixture.is_settled else "on" if _advances(cup, fixture, user) else "out"
    return Side(_drawable_name(cup, user), figure, fate, struck=cup_entrant is not None and not cup_entrant.plays)


def alt_text(say: Translator, game: AnyGame, cup: CupView) -> str:
    """Return the alternative text of a cup's picture for screen readers, in a few sentences."""
    sentences = [
        f"{safe_names.clean_name(cup.name)}: {game.title(say)}, {kind_of(say, cup)}, {progress_line(say, cup)}"
    ]
    if (champion := cup.champion) is not None:
        sentences.append(say.t("Champion: {name}", name=safe_names.clean_name(champion.name)))
    elif any(standing.played for standing in cup.standings):
        best = [standing for standing in cup.standings if standing.state == "in"][:3]
        sentences.append(
            say.t("Leading: {names}", names=", ".join(safe_names.clean_name(standing.name) for standing in best))
        )
    return ". ".join(sentences) + "."
