"""The preview of a pack: one local page with every card as drawn, its texts and its faults."""
