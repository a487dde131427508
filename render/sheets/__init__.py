"""Parts of pictures that all games share: heads, strips, marks, news, cards, hands, look-ups, score sheets, legends."""
