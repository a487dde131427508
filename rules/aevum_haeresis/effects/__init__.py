"""How verbs behave (whether they are possible, their effects and their choices), and how cards are paid for."""
