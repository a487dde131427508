"""Code shared by all games: matches, steps, decisions, random numbers, events, views, saves, content packs, texts."""
