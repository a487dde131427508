"""The knowledge of each seat, as views and as possible worlds consistent with it; and checks of loaded states."""
