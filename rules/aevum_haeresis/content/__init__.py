"""Cards and decks as data: records read from JSON, and their checks."""
