"""The plain data of matches, and its conversion from and to JSON."""
