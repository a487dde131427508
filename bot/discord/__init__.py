"""The Discord surface: commands, panels, posts and private messages. Only this folder imports discord."""
