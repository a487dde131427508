"""The behaviour of verbs: when each can be resolved, what it changes, and which choices and costs it has."""
