"""What games share for their words: translation, tables, the log, standing orders."""
