from tests.matches.conftest import room as room
