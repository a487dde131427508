"""Private messages with buttons and menus: the panel for actions, orders, options and decks; and the lobby."""
