"""The pictures of Edge of Darkness.

`view_reader` converts a view to the records in `board_records`, and the other modules draw these records.
"""
