"""The tools of the command line. They use games only through rules.GAMES."""
