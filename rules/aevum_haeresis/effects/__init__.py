"""The behaviour of verbs (whether they are possible, their effects and their choices), and paying for cards."""
