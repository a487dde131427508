"""Code that all games share: matches, steps, decisions, chance, events, views, saves, content, words."""
