"""Cards and pieces as data: records read from JSON, and the checks they pass."""
