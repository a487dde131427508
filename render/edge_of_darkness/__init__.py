"""The pictures of Edge of Darkness.

`view_reader` turns a view into the records in `board_records`; other modules draw them.
"""
