"""Cards and pieces as records, which are read from JSON and validated."""
