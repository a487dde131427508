"""The registry of the order of play. The modules of `flow` register their steps here."""

from __future__ import annotations

from rules.kernel.engine.order_of_play import OrderOfPlay

HAERESIS = OrderOfPlay()
