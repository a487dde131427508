"""What games share to put things into words."""
