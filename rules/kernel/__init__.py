"""The code that all games share: matches, steps, decisions, random draws, events, views, saves, packs, texts."""
