"""Functions that move the pieces on the table. They make no decisions for players."""
