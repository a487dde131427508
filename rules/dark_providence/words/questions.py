"""What the choice of an operation asks, by its name."""

from __future__ import annotations

from rules.kernel.words.text import N_

#: What an operation asks, by its name.
CHOOSE = {
    "rival_vp": N_("{card}: who loses VP?"),
    "influence": N_("{card}: where do the markers go?"),
    "move": N_("{card}: which agent moves?"),
    "return_agents": N_("{card}: which agent is turned to the returned side?"),
    "acquire": N_("{card}: what do you acquire?"),
    "deep_ones": N_("{card}: where does the Deep One come up?"),
    "drive_off": N_("{card}: whose markers are driven off, and where?"),
    "destroy_asset": N_("{card}: which primary asset is destroyed?"),
    "peek": N_("{card}: whose allegiance do you look at?"),
    "unmask": N_("{card}: who must reveal the allegiance?"),
    "fetch": N_("{card}: which card do you take into your hand?"),
    "purge": N_("{card}: which card of your hand is destroyed?"),
    "martial_law": N_("{card}: in which city is martial law declared?"),
    "cthulhu": N_("{card}: in which city does Cthulhu rise?"),
    "whateley": N_("{card}: in which city does a Whateley marker go?"),
    "mi_go": N_("{card}: in which city does it appear?"),
    "lock": N_("{card}: which lock is placed or removed?"),
}
