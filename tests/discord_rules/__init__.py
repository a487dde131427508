"""Rules that the real Discord enforces beyond its published description, written once for both simulated Discords."""
