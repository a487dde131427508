"""Solo play: the Great Old One and its cultists, which act automatically according to the rules."""
