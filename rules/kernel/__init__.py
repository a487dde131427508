"""What all games share: match, steps, decisions, chance, events, views, saves, content and words."""
