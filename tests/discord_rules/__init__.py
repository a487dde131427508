"""Rules of the real Discord that its published API description omits, used by both simulated Discords."""
