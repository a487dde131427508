"""A single module registers all features with the core."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot import wiring
from bot.app.registry_class import Registry
from tests.house.test_feature_imports import FEATURES, imported_features

WIRING = Path(wiring.__file__)


def test_every_feature_registers() -> None:
    features = {folder.name for folder in FEATURES.iterdir() if (folder / "__init__.py").is_file()}
    assert imported_features(WIRING) == features


def test_a_registry_is_filled_once_and_before_it_is_read() -> None:
    registry = Registry[int]("numbers")
    with pytest.raises(AssertionError, match="no numbers are registered yet"):
        list(registry)
    registry.fill(2, 1)
    assert list(registry) == [2, 1]
    with pytest.raises(AssertionError, match="the numbers are registered already"):
        registry.fill(3)
