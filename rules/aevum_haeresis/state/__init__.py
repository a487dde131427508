"""Plain data: the state, actions, events, steps, views and options. No behaviour."""
