"""The Discord layer: commands, panels, posts and private messages."""
