"""What the cards and pieces are: records read from JSON, loaded and checked."""
