"""Content packs: a game's own pack and custom packs, the choice of a pack by its hash, and records with private ids."""

from __future__ import annotations

import json
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Annotated, Literal

import pytest
from pydantic import Field, TypeAdapter

from rules.kernel.content.packs import MAX_UNUSED_PACKS, NotLoaded, Packs, frozen_name, hash_in, without_hash
from rules.kernel.content.records import Record, raise_fault, read_records
from rules.kernel.errors import ContentError
from rules.kernel.words.translation import Entry

RECORDS = TypeAdapter(list[Entry])


class Gain(Record):
    id: str
    op: Literal["gain"]
    amount: int


class Lose(Record):
    id: str
    op: Literal["lose"]
    amount: int = Field(ge=1)


OPS = TypeAdapter(list[Annotated[Gain | Lose, Field(discriminator="op")]])


def packs(loaded: list[str] | None = None) -> Packs[str]:
    """Return packs whose content is just their folder's name. Loading a pack adds the name to `loaded`."""

    def load(folder: Path | Traversable) -> str:
        if loaded is not None:
            loaded.append(folder.name)
        return folder.name

    return Packs("chess", load)


def test_the_games_own_pack_is_read_once_and_only_when_it_is_needed():
    loaded: list[str] = []
    own = packs(loaded)
    assert (loaded, own.names()) == ([], ["base"])
    assert [own.base(), own.get("base"), own.base()] == ["chess", "chess", "chess"]
    assert loaded == ["chess"]


def test_added_packs_stand_behind_the_games_own_in_order(tmp_path: Path):
    both = packs()
    both.add("zebra", tmp_path / "stripes")
    both.add("ant", tmp_path / "hill")
    assert both.names() == ["base", "ant", "zebra"]
    assert (both.get("zebra"), both.get("ant"), packs().names()) == ("stripes", "hill", ["base"])


def test_a_pack_that_no_one_added_is_refused():
    with pytest.raises(ContentError, match="The content pack zebra is not installed here"):
        packs().get("zebra")


class Box:
    """Pack content for a test with weak references, which plain strings don't support."""

    def __init__(self, folder: Path | Traversable) -> None:
        self.name = folder.name


def digest(number: int) -> str:
    return f"{number:032x}"


def test_a_pack_by_hash_is_loaded_once_and_never_one_of_those_that_any_match_can_use(tmp_path: Path):
    own = Packs("chess", Box)
    name = frozen_name("ours", digest(1) + "and more")
    assert (hash_in(name), without_hash(name), hash_in("ours"), without_hash("ours")) == (digest(1), "ours", "", "ours")
    with pytest.raises(NotLoaded, match="The content pack ours is not loaded; try again"):
        own.get(name)
    box = own.open(digest(1), tmp_path / "one")
    assert own.open(digest(1), tmp_path / "two") is box
    assert (own.get(name), own.of_match(frozen_name("another", digest(1))), own.names()) == (box, box, ["base"])


def test_packs_by_hash_that_no_one_holds_are_dropped_but_for_those_used_last(tmp_path: Path):
    own = Packs("chess", Box)
    held = own.open(digest(0), tmp_path / "held")
    for number in range(1, MAX_UNUSED_PACKS + 2):
        own.open(digest(number), tmp_path / str(number))
        own.loaded(digest(2))  # pack 2 is used again, so it stays in the cache
    assert [number for number in range(MAX_UNUSED_PACKS + 2) if own.has(frozen_name("x", digest(number)))] == [
        number for number in range(MAX_UNUSED_PACKS + 2) if number != 1
    ]
    assert own.get(frozen_name("x", digest(0))) is held


def test_a_card_is_looked_for_in_its_own_pack_and_never_in_one_of_someone_else(tmp_path: Path):
    own = Packs("chess", Box)
    own.add("for_all", tmp_path / "all")
    first, second = (own.open(digest(number), tmp_path / str(number)) for number in (1, 2))
    assert [box.name for box in own.packs_to_search(frozen_name("a", digest(1)))] == [first.name, "chess", "all"]
    assert second.name not in [box.name for box in own.packs_to_search("base")]
    assert [box.name for box in own.packs_to_search(frozen_name("a", digest(9)))] == ["chess", "all"]


@pytest.mark.parametrize("name", ["base", "../up", "Big", "", "a" * 31])
def test_a_name_that_is_not_plain_is_refused_before_anything_is_read(name: str, tmp_path: Path):
    loaded: list[str] = []
    with pytest.raises(ContentError, match="lowercase letters"):
        packs(loaded).add(name, tmp_path)
    assert loaded == []


@pytest.mark.parametrize(
    ("record", "told"),
    [
        ({"op": "gian"}, "1 (in b): there is no 'gian'; the nearest: gain"),
        ({"op": "fly"}, "1 (in b): there is no 'fly'; there are gain, lose"),
        (
            {"op": "gain", "amount": 1, "what": 2},
            "1.what (in b): there is no such field",
        ),
        ({"op": "lose"}, "1.amount (in b): this field is missing"),
        ({"op": "lose", "amount": 0}, "1.amount (in b): this must be 1 or more"),
    ],
)
def test_a_fault_names_its_record_and_what_was_meant(tmp_path: Path, record: dict[str, object], told: str):
    records = [{"id": "a", "op": "gain", "amount": 1}, {"id": "b", **record}]
    (tmp_path / "ops.json").write_text(json.dumps(records))
    with pytest.raises(ContentError) as caught:
        read_records(tmp_path, "ops.json", OPS)
    assert str(caught.value).startswith(f"ops.json, line 1: {told}")


def test_records_are_kept_by_id_in_the_order_of_the_file(tmp_path: Path):
    (tmp_path / "things.json").write_text(
        '[{"id": "b", "name": "B", "kind": "", "text": ""}, {"id": "a", "name": "A", "kind": "", "text": ""}]'
    )
    found = read_records(tmp_path, "things.json", RECORDS)
    assert [(key, record.name) for key, record in found.items()] == [("b", "B"), ("a", "A")]


def test_an_id_that_is_there_twice_is_told_with_its_place(tmp_path: Path):
    twice = '{"id": "a", "name": "", "kind": "", "text": ""}'
    (tmp_path / "things.json").write_text(f"[{twice}, {twice}]")
    with pytest.raises(ContentError, match=r"^things\.json: 1\.id: a is listed twice$"):
        read_records(tmp_path, "things.json", RECORDS)


def test_a_fault_names_file_and_place():
    with pytest.raises(ContentError, match=r"^board\.json: track: too short$"):
        raise_fault("board.json", "track", "too short")
