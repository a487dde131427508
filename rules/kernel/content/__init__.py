"""Cards and pieces as records, read from JSON and checked."""
