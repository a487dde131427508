"""Plain data without behaviour: the state, actions, events, steps, views and options."""
