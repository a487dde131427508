"""The sizes of chat boards: the picture of the board that is shown in a channel.

Discord shows a picture in the chat at most 550 x 350 CSS pixels large at a desk, and 340 wide on a phone.
"""

from typing import Final

#: The width of a chat board, and its smallest and largest height: between 5:4 and 1:1.
WIDTH: Final = 1020
MIN_TALL: Final = 816
MAX_TALL: Final = 1020
#: The smallest text size, which is 11 CSS pixels on a phone and, for the tallest picture, at a desk.
MIN_TEXT: Final = 33
