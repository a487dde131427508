"""The knowledge of each seat: views, and worlds that a seat can't tell apart. Also checks of saved states."""
