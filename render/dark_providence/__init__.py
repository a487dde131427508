"""The pictures of Dark Providence."""
