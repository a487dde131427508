"""The order of play. The modules of `flow` register their steps, sequences and windows here."""

from __future__ import annotations

from rules.kernel.engine.order_of_play import OrderOfPlay

EDGE = OrderOfPlay()
