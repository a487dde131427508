"""Cards and decks as data: records read from JSON, and the checks they pass."""
