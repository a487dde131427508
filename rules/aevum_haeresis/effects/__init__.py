"""The behaviour of verbs: whether each can be resolved, its effect, its choices and its price."""
