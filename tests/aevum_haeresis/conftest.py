"""A pytest fixture that installs a content pack for the tests of Aevum Haeresis."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from rules.aevum_haeresis.content.load import PACKS
from tests.aevum_haeresis import printed_cards


@pytest.fixture(scope="module")
def printed_pack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Install the content pack of printed cards while the tests of a module run."""
    before = dict(PACKS.added)
    printed_cards.install(tmp_path_factory.mktemp("packs") / "printed")
    yield
    PACKS.added = before
