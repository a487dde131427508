"""The texts about a cup: its game, ties and standings, and the contents of its picture."""

from __future__ import annotations

from collections.abc import Sequence

from bot.app.image_cache import game_colour
from bot.discord.ui import limits, names
from bot.discord.ui.locale import LANGUAGE_NAMES
from bot.features.cups.model import CupEntrant, CupRules, CupStanding, CupView, Fixture
from bot.matches.clocks.time_control import TimeControl
from bot.matches.lobby.brought_decks import builds_decks
from bot.matches.lobby.presets import preset_of
from bot.table.clocks import words as time_left
from bot.table.lobby import pack_words as packs
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
#: Texts for a tie that was decided without a match.
OUTCOME_WORDS = {
    "lot": N_("by lot, after draws"),
    "awarded": N_("awarded by the host"),
    "walkover": N_("without a game, since the others have dropped out"),
    "void": N_("nobody is left"),
}
_AWAITED = {
    "table": N_("its table is opened shortly"),
    "match": N_("being played"),
    "award": N_("the host awards it"),
}
#: Maximum number of ties, and of rows in a table, in a picture that must be readable on a phone.
MAX_FIXTURES, MAX_ROWS = 24, 40
#: Maximum number of names in a list of entrants.
MAX_NAMES = 12
#: Maximum number of characters in the text of the rounds, and in the text of the standings.
MAX_TEXT_LENGTH = limits.LAYOUT // 2


def kind_of(say: Translator, cup: CupView) -> str:
    """Return the kind of a cup, with the number of players at a table if that is more than two."""
    if cup.rules.kind == "groups":
        if cup.status == "playing":  # the line about the round already says that these are groups
            return say.t("up to {n} at a table", n=cup.rules.size)
        return say.t("groups of up to {n}", n=cup.rules.size)
    return say.t(KIND_NAMES[cup.rules.kind])


def format_line(say: Translator, game: AnyGame, cup: CupView) -> str:
    """Return the game and the format of a cup in one line."""
    return " · ".join([game.title(say), kind_of(say, cup), *_rules(say, game, cup.rules)])


def _rules(say: Translator, game: AnyGame, rules: CupRules) -> list[str]:
    time_control = TimeControl.from_json(rules.pace)
    told = [say.t("best of three")] if rules.series > 1 else []
    if rules.kind == "groups":
        told.append(say.n("{n} of each table goes on", "{n} of each table go on", rules.onward))
    told.append(time_left.pace_words(say, time_control) if time_control.has_clock else say.t("friendly"))
    told.append(LANGUAGE_NAMES[rules.locale])
    told += [say.t("First match")] if preset_of(game, rules.options) == "first" else []
    told += [deck_way(say, game, rules)] if builds_decks(game, rules.options) else []
    told += [say.t("content pack {name}", name=packs.title(say, game, rules.pack))] if rules.pack != BASE else []
    told += [say.t("counts for ratings")] if rules.rated else []
    told += [say.t("sealed decks")] if rules.sealed else []
    return told


def deck_way(say: Translator, game: AnyGame, rules: CupRules) -> str:
    """Return a short phrase about how decks are built in each match."""
    option = game.building.option if game.building is not None else ""
    return dict(deck_choices(game, say)).get(str(rules.options.get(option)), "").partition(":")[0]


def deck_note(say: Translator, game: AnyGame, rules: CupRules) -> str:
    """Return a sentence about how decks are built in each match; "" if players bring their own decks."""
    if game.building is None or not builds_decks(game, rules.options):
        return ""
    return game.option_note(say, game.building.option, rules.options)


def round_title(say: Translator, cup: CupView, number: int) -> str:
    """Return the name of a round."""
    if cup.rules.kind == "knockout" and cup.rounds is not None:
        left = cup.rounds - number
        if left == 0:
            return say.t("Final")
        if left == 1 and number > 1:
            return say.t("Semi-finals")
        if left == 2 and number > 1:
            return say.t("Quarter-finals")
    if cup.rounds is None:
        return say.t("Groups, round {n}", n=number)
    return say.t("Round {n} of {most}", n=number, most=cup.rounds)


def progress_line(say: Translator, cup: CupView) -> str:
    """Return a few words about a cup's progress."""
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
    """Return the number of entrants, followed by the names of the first `limit`."""
    playing = [one for one in cup.entrants if one.plays]
    amount = say.n("{n} takes part", "{n} take part", len(playing))
    if not playing:
        return say.t("Nobody has entered yet.")
    shown = [names.safe_name(one.name) for one in playing[:limit]]
    more = len(playing) - len(shown)
    shown += [say.t("{n} more", n=more)] if more > 0 else []
    return f"{amount}: {', '.join(shown)}"


def entrant(say: Translator, one: CupEntrant) -> str:
    """Return an entrant's name for a list, with a computer's level, struck through if the entrant has dropped out."""
    told = names.safe_name(one.name)
    if one.computer is not None:
        told = f"{told} ({say.t('computer, {level}', level=level_name(say, one.computer))})"
    return f"~~{told}~~" if not one.plays else told


# -- ties -----------------------------------------------------------------------------------------------------


def fixture_line(say: Translator, cup: CupView, fixture: Fixture) -> str:
    """Return a line about a tie, with a link to its latest match."""
    called = [names.safe_name(name) for name in cup.names(fixture.people)]
    if len(called) == 1:
        return say.t("{name} has a bye", name=called[0])
    told = f"{_joined_names(cup, fixture, called)}: {_outcome(say, cup, fixture)}"
    return told if fixture.channel_id is None else f"{told} <#{fixture.channel_id}>"


def _advances(cup: CupView, fixture: Fixture, user: int) -> bool:
    """Return whether a player advances from a tie. From the last tie of a cup, only the champion advances."""
    if (champion := cup.champion) is not None and fixture.round == cup.round and cup.rules.kind != "round_robin":
        return user == champion.user_id
    return user in fixture.onward


def _joined_names(cup: CupView, fixture: Fixture, called: Sequence[str]) -> str:
    """Return the names of a tie's players. The names of players who advance are in bold."""
    on = [
        f"**{name}**" if _advances(cup, fixture, user) else name
        for user, name in zip(fixture.people, called, strict=True)
    ]
    return " – ".join(on)


def score(fixture: Fixture) -> str:
    """Return how many matches each player of a tie has won, such as 2:1; "" before the first match has ended."""
    return ":".join(str(fixture.wins(user)) for user in fixture.people) if fixture.games else ""


def _outcome(say: Translator, cup: CupView, fixture: Fixture) -> str:
    parts = [score(fixture)] if cup.rules.kind != "groups" and score(fixture) else []
    if not fixture.is_settled:
        waits = fixture.trouble if fixture.awaited == "table" else None
        return ", ".join([*parts, waits or say.t(_AWAITED[fixture.awaited or "match"])])
    if cup.rules.kind == "groups" and fixture.points:
        got = [points(say, fixture.points.get(user, 0)) for user in fixture.people]
        parts.append(say.t("points: {points}", points=":".join(got)))
    if fixture.how in OUTCOME_WORDS:
        parts.append(say.t(OUTCOME_WORDS[fixture.how]))
    if not fixture.onward and cup.rules.kind != "round_robin" and not parts:
        parts.append(say.t("nobody is left"))
    return ", ".join(parts) or say.t("settled")


def rounds(say: Translator, cup: CupView) -> list[str]:
    """Return lines about all rounds, newest round first."""
    lines: list[str] = []
    for number in sorted({fixture.round for fixture in cup.fixtures}, reverse=True):
        lines.append(f"### {round_title(say, cup, number)}")
        lines += [f"- {fixture_line(say, cup, tie)}" for tie in cup.fixtures_of(number)]
    return lines


def running_fixtures(say: Translator, cup: CupView) -> list[str]:
    """Return lines about the undecided ties of the current round, each with a link to its match."""
    return [f"- {fixture_line(say, cup, fixture)}" for fixture in cup.fixtures_of(cup.round) if not fixture.is_settled]


# -- standings ------------------------------------------------------------------------------------------------


def standings(say: Translator, cup: CupView) -> list[str]:
    """Return the standings as lines of text."""
    return [_standing(say, cup, one) for one in cup.standings]


def _standing(say: Translator, cup: CupView, one: CupStanding) -> str:
    name = names.safe_name(one.name)
    told = [f"**{name}**" if one.state == "champion" else name]
    if cup.rules.kind != "knockout":
        told.append(say.t("points: {points}", points=points(say, one.points)))
    # Losses are not shown for groups, because a player who finishes second of four has not really lost.
    if cup.rules.kind != "groups":
        told.append(
            say.t("won {won}, drawn {drawn}, lost {lost}", won=one.won, drawn=one.drawn, lost=one.lost)
            if one.drawn
            else say.t("won {won}, lost {lost}", won=one.won, lost=one.lost)
        )
    if one.state == "dropped":
        told.append(say.t("dropped out"))
    if one.state == "out" and cup.rules.kind != "round_robin" and one.round:
        told.append(say.t("out in round {n}", n=one.round))
    return f"{one.place}. {', '.join(told)}"


def seed_line(say: Translator, cup: CupView) -> list[str]:
    """Return lines about the source of the draws: the seed's hash and, once the cup is over, the seed itself."""
    if cup.seed is None:
        return [f"-# {say.t('Everything is drawn from a seed with this seal: {seal}', seal=f'`{cup.seal}`')}"]
    told = say.t(
        "Everything was drawn from the seed {seed}; its SHA-256 is the seal of the first post.", seed=f"`{cup.seed}`"
    )
    return [f"-# {told}", f"-# {cup.seal}"]


# -- the picture ----------------------------------------------------------------------------------------------


def sheet(say: Translator, game: AnyGame, cup: CupView) -> StandingsSheet:
    """Return the contents of a cup's picture."""
    parts = [_table(say, cup)] if cup.rules.kind == "round_robin" else _rounds(say, cup)
    left_out = cup.rules.kind == "round_robin" and len(cup.standings) > MAX_ROWS
    left_out = left_out or (cup.rules.kind != "round_robin" and len(parts) < cup.round)
    foot = [say.t("The rest is in words.")] if left_out else []
    if any(not one.plays for one in cup.entrants):
        foot.insert(0, say.t("Struck through: has dropped out."))
    champion = cup.champion
    return StandingsSheet(
        title=drawable(names.clean_name(cup.name)) or say.t("Cup"),
        subtitle=" · ".join([game.title(say), kind_of(say, cup), *([] if champion else [progress_line(say, cup)])]),
        accent=game_colour(game.id),
        crown=_drawable_name(cup, champion.user_id) if champion else "",
        crown_word=say.t("Champion"),
        parts=tuple(parts),
        foot=tuple(foot),
    )


def _drawable_name(cup: CupView, user_id: int) -> str:
    return drawable(names.clean_name(cup.names([user_id])[0])) or "?"


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
    """Return the newest rounds of a cup, as many as fit into a picture, newest first."""
    shown: list[Round] = []
    room = MAX_FIXTURES
    for number in range(cup.round, 0, -1):
        fixtures = [fixture for fixture in cup.fixtures_of(number) if len(fixture.people) > 1]
        room -= len(fixtures)
        if shown and room < 0:
            break
        byes = [_drawable_name(cup, tie.people[0]) for tie in cup.fixtures_of(number) if len(tie.people) == 1]
        sides = tuple(tuple(_side(say, cup, tie, user) for user in tie.people) for tie in fixtures)
        shown.append(Round(round_title(say, cup, number), sides, _byes(say, byes)))
    return shown


def _byes(say: Translator, byes: Sequence[str]) -> str:
    if not byes:
        return ""
    if len(byes) > MAX_NAMES:
        return say.n("{n} has a bye", "{n} have a bye", len(byes))
    return say.t("Bye: {names}", names=", ".join(byes))


def _side(say: Translator, cup: CupView, fixture: Fixture, user: int) -> Side:
    one = cup.entrant(user)
    if cup.rules.kind == "groups":
        figure = points(say, fixture.points.get(user, 0)) if fixture.is_settled and fixture.points else ""
    else:
        figure = str(fixture.wins(user)) if fixture.games else ""
    fate = "plays" if not fixture.is_settled else "on" if _advances(cup, fixture, user) else "out"
    return Side(_drawable_name(cup, user), figure, fate, struck=one is not None and not one.plays)


def alt_text(say: Translator, game: AnyGame, cup: CupView) -> str:
    """Return a few sentences that describe the picture for screen readers."""
    told = [f"{names.clean_name(cup.name)}: {game.title(say)}, {kind_of(say, cup)}, {progress_line(say, cup)}"]
    if (champion := cup.champion) is not None:
        told.append(say.t("Champion: {name}", name=names.clean_name(champion.name)))
    elif any(one.played for one in cup.standings):
        best = [one for one in cup.standings if one.state == "in"][:3]
        told.append(say.t("In front: {names}", names=", ".join(names.clean_name(one.name) for one in best)))
    return ". ".join(told) + "."
