"""Private messages with buttons and menus: the panel to act, orders, options, decks; and the lobby."""
