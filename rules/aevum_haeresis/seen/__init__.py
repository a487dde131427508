"""The knowledge of each seat, as views and as possible worlds that fit it; and checks of loaded states."""
