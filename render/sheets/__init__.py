"""What the pictures of all games share: heads, marks, news, hands, score sheets, legends."""
