"""Command-line tools around the rules; they name games only through rules.GAMES."""
