"""What each seat may know: views, worlds that a seat can't tell apart, and what must be true of every state."""
