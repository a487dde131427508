"""Text in pictures: fonts and their characters, measuring and writing, and icons within a line."""
