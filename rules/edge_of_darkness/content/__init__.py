"""Cards and pieces as data: records read from JSON files, and checks of these records."""
