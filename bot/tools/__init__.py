"""The tools of the command line. They reach games only through rules.GAMES."""
