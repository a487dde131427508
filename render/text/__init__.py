"""Text in pictures: fonts, which characters they have, measuring and writing, with icons in the line."""
