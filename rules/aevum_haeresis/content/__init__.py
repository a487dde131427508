"""Cards and decks as data: records, which are read from JSON, and checks of packs."""
