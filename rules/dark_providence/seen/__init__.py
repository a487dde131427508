"""The knowledge of each seat: views, worlds that a seat can't tell apart, and checks of saved states."""
