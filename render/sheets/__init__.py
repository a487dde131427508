"""What the pictures of all games share: heads, strips, marks, news, cards, hands, look-ups, score sheets, legends."""
