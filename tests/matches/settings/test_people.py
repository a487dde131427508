"""Lists of a user's data keep only their latest entries, and dropping older entries affects nothing else."""

from __future__ import annotations

import pytest

from bot.matches import ttl_cache
from bot.matches.settings.people import People
from tests.matches.room import Room


async def test_only_the_last_people_are_remembered_and_the_others_looked_up_again(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ttl_cache, "MAX_ENTRIES", 3)
    known = People(room.store)
    await known.set_language(1, "hu")
    for user_id in range(2, 9):
        assert await known.locale(user_id, "es") == "es"
        assert await known.is_first_panel(user_id)
    assert known.cached_language(1) is None, "somebody is remembered for ever"
    for remembered in (known._chosen, known._discord_locales, known._users_with_panel):
        assert len(remembered) == 3
    assert await known.locale(1, "en") == "hu"
    assert known.cached_language(1) == "hu"
    assert not await known.is_first_panel(2)
