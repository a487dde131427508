"""Solo play: the Great Old One and its cultists, whose actions follow the rules automatically."""
