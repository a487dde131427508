"""Plain data: the state, actions, events, steps, views and options. Nothing here does anything."""
