"""Each seat's knowledge: its view, and worlds that it can't tell from the real match. Also checks of saved states."""
