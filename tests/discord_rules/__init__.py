"""Rules of the real Discord that both simulated Discords of the tests enforce."""
