"""Parts shared by all games' pictures: heads, strips, marks, news, cards, hands, look-ups, score sheets, legends."""
