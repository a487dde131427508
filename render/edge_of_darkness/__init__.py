"""The pictures of Edge of Darkness: `view_reader` turns a view into the records of `board_records`, and the other
modules draw them.
"""
