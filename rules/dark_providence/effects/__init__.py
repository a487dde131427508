"""The behaviour of verbs: when each can be resolved, what it changes, its choices and its cost."""
