"""Functions that move and count the pieces on the table. The players' decisions are in `flow`."""
