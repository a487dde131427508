"""The order of play that the steps register with; it is read in the modules of flow."""

from __future__ import annotations

from rules.kernel.engine.order_of_play import OrderOfPlay

PROVIDENCE = OrderOfPlay()
