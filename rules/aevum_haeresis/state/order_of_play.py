"""The registry of the order of play, where the modules of `flow` register their steps."""

from __future__ import annotations

from rules.kernel.engine.order_of_play import OrderOfPlay

HAERESIS = OrderOfPlay()
