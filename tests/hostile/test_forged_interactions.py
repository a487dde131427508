"""Whatever anybody sends is answered once, in words of ours, and moves no match that it may not move."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings

from tests.discord.room import open_room
from tests.hostile import nasty
from tests.hostile.attack import CHOICES, LATER_EDIT, LATER_WORDS, SHOWS_FORM, Answer, Attacker
from tests.hostile.siege import Hit, Saved, Siege

#: How many interactions are sent, and how many by `make soak`, others each time.
HITS, MANY = 150, 4000
#: Sentences that nobody may ever hear.
FAULTS = ("Something went wrong", "frozen", "I can't save anything", "because of a fault", "Traceback")
#: What a person may do to a match besides taking an action that waits for them.
OTHER_KINDS = {"start", "undo", "order", "open", "seat"}


def drawn(count: int, *, anew: bool) -> list[str]:
    """Return texts that Hypothesis makes up, the same in every run of the suite or others each time."""
    found: list[str] = []

    @settings(
        max_examples=count,
        derandomize=not anew,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),  # pyright: ignore[reportArgumentType]
        deadline=None,
    )
    @given(nasty.texts)
    def collect(example: str) -> None:
        found.append(example)

    (seed(random.SystemRandom().getrandbits(64))(collect) if anew else collect)()
    return [*nasty.WORDS.values(), *found]


async def check(
    siege: Siege, hit: Hit, answer: Answer, before: dict[int, Saved], after: dict[int, Saved], offers: Any
) -> None:
    """Check that there was one answer, in words of ours, and that what changed was this person's to change."""
    assert siege.attacker.logged.found == []
    assert len(answer.kinds) == 1, "acknowledged not once"
    told = "\n".join(answer.told)
    assert not any(fault in told for fault in FAULTS), told
    changed = [number for number in after if after[number] != before.get(number)]
    for number in changed:
        await _rightly(siege, hit, number, before.get(number), offers)
    kind = answer.kinds[0]
    if kind in (SHOWS_FORM, CHOICES):
        assert not answer.told
    elif kind == LATER_EDIT and not answer.told:
        assert changed, "silence"
    else:
        assert answer.told, "silence"
        assert all(answer.told), "an empty answer"
        # A long text comes in several messages; a refusal never does.
        assert len(answer.told) == 1 or kind == LATER_WORDS
        if answer.refused:
            assert siege.attacker.is_ours(told), told


async def _rightly(siege: Siege, hit: Hit, number: int, before: Saved | None, offers: Any) -> None:
    """Check what is new in a match: this person's own doing, and nothing that was not offered."""
    info = await siege.room.bot.service.matches.get(number)
    if before is None:
        assert info.host_id == hit.who.id
        return
    rows = await siege.entries(number, before.seq)
    if not rows:
        assert hit.who.id in {*(seat[0] for seat in before.seats), *(seat.user_id for seat in info.seats)}
        return
    first = rows[0]
    assert first["user_id"] == hit.who.id
    if first["kind"] == "act":
        assert siege.action(number, first) in offers[number][hit.who.id]
    else:
        assert first["kind"] in OTHER_KINDS
    assert all(row["kind"] == "order" for row in rows[1:])


async def besiege(path: Path, hits: int, rng: random.Random, texts: list[str]) -> list[str]:
    """Send so many interactions; return what was wrong with the answers."""
    failures: list[str] = []
    async with open_room(path) as room:
        with Attacker(room) as attacker, room.env.time_context():
            siege = Siege(room, attacker, rng, texts)
            await siege.lay()
            after = await siege.saved()
            for number in range(hits):
                hit = siege.press() if number % 2 else await siege.command(number // 2)
                before, offers = after, await siege.offers()
                answer = await attacker.send(hit.who, hit.kind, hit.data, hit.channel, hit.message)
                after = await siege.saved()
                try:
                    await check(siege, hit, answer, before, after, offers)
                except AssertionError as fault:
                    failures.append(f"{hit.what}: {fault}\n{answer}\n{''.join(attacker.logged.found)}")
                    attacker.logged.found.clear()
                    room.errors.found.clear()
    return failures


async def test_whatever_is_sent_is_answered_once_and_moves_only_what_it_may(
    tmp_path: Path, plain_pictures: None
) -> None:
    failures = await besiege(tmp_path / "a.sqlite", HITS, random.Random("a siege"), drawn(60, anew=False))
    assert not failures, "\n\n".join(failures)


@pytest.mark.soak
async def test_a_long_siege(tmp_path: Path, plain_pictures: None) -> None:
    start = random.SystemRandom().getrandbits(64)
    failures = await besiege(tmp_path / "a.sqlite", MANY, random.Random(start), drawn(500, anew=True))
    assert not failures, f"begun with {start}:\n" + "\n\n".join(failures)
