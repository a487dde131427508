"""Text in pictures: fonts and their characters, measuring and writing, with icons in the line."""
