"""The plain data of matches, and its conversion to and from JSON."""
