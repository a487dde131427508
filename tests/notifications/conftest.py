from tests.matches.conftest import _quick as _quick
from tests.matches.conftest import path as path
from tests.matches.conftest import room as room
