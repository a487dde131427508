"""Functions that move and count pieces on the table. Players' decisions are in `flow`."""
