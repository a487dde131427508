"""Rules of the real Discord beyond its published description, written once for both simulated Discords."""
