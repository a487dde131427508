"""Plain data that matches are made of, and its codecs."""
