"""What commands, panels and posts share: the bot itself, words, limits, errors."""
