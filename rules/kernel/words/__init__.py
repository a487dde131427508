"""Code for the games' texts that all games share: translation, text tables, the log, standing orders."""
