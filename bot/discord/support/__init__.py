"""What commands, panels and posts share: the bot they reach, words, limits, errors."""
