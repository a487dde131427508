"""Rules of the real Discord that its published API description omits, shared by both simulated Discords."""
