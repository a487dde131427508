"""Content packs: cards and pieces as records, which are read from JSON and CSV files and validated."""
