"""Code for texts that all games share: translation, text tables, the log, the recap, standing orders."""
