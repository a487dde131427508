"""The registry of the game's steps and sequences. The modules of `flow` register theirs here."""

from __future__ import annotations

from rules.kernel.engine.order_of_play import OrderOfPlay

HAERESIS = OrderOfPlay()
