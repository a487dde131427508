"""Cards and pieces as data: records read from JSON, and their checks."""
