"""Parts of pictures that all games share, such as heads, strips, news, cards, hands, score sheets and legends."""
