"""The plain data of matches, without behaviour: the state, actions, events, steps, views and options."""
