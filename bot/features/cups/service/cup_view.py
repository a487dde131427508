"""The public data of a cup, built from its database rows."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from bot.features.cups.model import Awaited, CupEntrant, CupGame, CupRules, CupView, Fixture
from bot.features.cups.service import round_draws
from bot.features.cups.service.standings import standings
from bot.store.statements.cups import CupMatchRow, CupPersonRow, CupRow, FixtureRow
from rules.kernel.engine.chance import seal


def entrant_of(row: CupPersonRow) -> CupEntrant:
    """Return the participant stored in this row, without their deck."""
    return CupEntrant(row.user_id, row.name, row.entered_at, row.dropped_at, row.computer, row.deck is not None)


#: The matches of each tie, keyed by the tie's round and number.
ByFixture = Mapping[tuple[int, int], Sequence[CupMatchRow]]


def by_tie(played: Sequence[CupMatchRow]) -> ByFixture:
    """Return the matches grouped by tie, with each tie's matches in the order of play."""
    matches_by_tie: defaultdict[tuple[int, int], list[CupMatchRow]] = defaultdict(list)
    for match in played:
        matches_by_tie[match.round, match.number].append(match)
    return matches_by_tie


def tie_of(row: FixtureRow, played: ByFixture) -> Fixture:
    """Return the tie stored in this row, with the results of its matches."""
    came: dict[str, Any] = row.outcome or {}
    tie_matches = played.get((row.round, row.number), ())
    games = tuple(_load_game(one) for one in came.get("games", ()))
    settled = row.settled_at is not None
    return Fixture(
        round=row.round,
        number=row.number,
        people=tuple(row.people["people"]),
        match_ids=tuple(one.match_id for one in tie_matches),
        games=games,
        points={int(user): points for user, points in came.get("points", {}).items()},
        order=tuple(came.get("order", ())),
        onward=tuple(came.get("onward", ())),
        how=came.get("how"),
        settled_at=row.settled_at,
        drawn_at=row.people["at"],
        awaited=None if settled else _awaited_event(tie_matches, games, came.get("stuck")),
        channel_id=tie_matches[-1].channel_id if tie_matches else None,
        trouble=None if settled else came.get("trouble"),
    )


def row_of(fixture: Fixture, stuck: int | None = None) -> FixtureRow:
    """Return the row that stores a tie; `stuck` is the id of a match that ended without a result, if there is one."""
    came: dict[str, Any] = {"games": [_dump_game(game) for game in fixture.games]}
    if fixture.is_settled:
        came |= {"points": {str(user): points for user, points in fixture.points.items()}}
        came |= {"order": list(fixture.order), "onward": list(fixture.onward), "how": fixture.how}
    elif stuck is not None:
        came["stuck"] = stuck
    if fixture.trouble is not None and not fixture.is_settled:
        came["trouble"] = fixture.trouble
    return FixtureRow(
        fixture.round,
        fixture.number,
        {"people": list(fixture.people), "at": fixture.drawn_at},
        came,
        fixture.settled_at,
    )


def _awaited_event(tie_matches: Sequence[CupMatchRow], games: Sequence[CupGame], stuck: int | None) -> Awaited:
    if len(tie_matches) <= len(games):
        return "table"
    return "award" if tie_matches[-1].status == "frozen" or stuck == tie_matches[-1].match_id else "match"


def _load_game(saved: dict[str, Any]) -> CupGame:
    places = {int(user): place for user, place in saved["places"]}
    return CupGame(saved["match"], places, {int(user): total for user, total in saved["totals"]})


def _dump_game(game: CupGame) -> dict[str, Any]:
    # Save pairs to preserve the order of the seats, which shows who went first.
    return {"match": game.match_id, "places": [*game.places.items()], "totals": [*game.totals.items()]}


def build_view(
    cup: CupRow, people: Sequence[CupPersonRow], fixtures: Sequence[FixtureRow], played: Sequence[CupMatchRow]
) -> CupView:
    """Return the public data of a cup."""
    rules, entrants = CupRules.from_json(cup.rules), tuple(map(entrant_of, people))
    matches = by_tie(played)
    ties = tuple(tie_of(row, matches) for row in fixtures)
    drawn_at = max((fixture.drawn_at for fixture in ties), default=0)
    lasts = rules.round_lasts if cup.status == "playing" else None
    is_over = cup.status in ("over", "ended")
    return CupView(
        id=cup.id,
        guild_id=cup.guild_id,
        channel_id=cup.channel_id,
        message_id=cup.message_id,
        game=cup.game,
        name=cup.name,
        host_id=cup.host_id,
        rules=rules,
        status=cup.status,
        round=cup.round,
        rounds=round_draws.round_count(rules.kind, len(entrants)) if len(entrants) > 1 else None,
        entrants=entrants,
        fixtures=ties,
        standings=standings(rules, cup.status, cup.seed, entrants, ties),
        created_at=cup.created_at,
        started_at=cup.started_at,
        ended_at=cup.ended_at,
        round_ends_at=None if lasts is None else drawn_at + lasts,
        seal=seal(cup.seed),
        seed=cup.seed if is_over else None,
    )
