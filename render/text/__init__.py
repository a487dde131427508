"""Text in pictures: fonts and their characters, measuring, writing, and icons within a line."""
