"""The order of play. The modules of `flow` and `solo` register their steps and sequences here."""

from __future__ import annotations

from rules.kernel.engine.order_of_play import OrderOfPlay

PROVIDENCE = OrderOfPlay()
