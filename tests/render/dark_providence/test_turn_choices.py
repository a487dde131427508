"""Pictures of a turn's choices show the hand, also where there isn't room for all cities."""

import pytest

from render.dark_providence.pictures import PICTURES
from render.pen import text_audit
from render.sheets.choice_tiles import MAX_HEIGHT
from rules.dark_providence.examples.position_builder import hold, mark, turn
from rules.dark_providence.state.actions import Choose
from rules.dark_providence.words.names import card_name
from rules.kernel.engine.decisions import Decision, Prompt
from rules.kernel.words.translation import LOCALES, Translator
from tests.render.text_only_pictures import text_only


@pytest.mark.parametrize("locale", LOCALES)
def test_a_turn_with_many_targets_shows_the_hand_and_the_contested_cities(locale: str) -> None:
    match = turn(3)
    hold(match, 0, "monday_contacts_1", "monday_favour", "monday_petty_cash", "monday_skeleton_key", "monday_revolver")
    mark(match, 0, "chicago", 3)
    mark(match, 1, "boston", 2)
    match.forget()
    view = match.view(0).model_copy(update={"turns": 4})
    with text_only(), text_audit.audit() as found:
        PICTURES.draw_choice(view, 0, match.decisions()[0], Translator(locale)).image()
    drawn = " ".join(found.texts)
    say = Translator(locale)
    assert view.players[0].hand
    words = {word for card in view.players[0].hand for word in card_name(say, card).split()}
    assert words <= {*drawn.split()}
    assert {"Chicago", "Boston"} <= {*drawn.split()}


def test_many_assets_to_choose_from_show_their_cities_and_influence() -> None:
    match = turn(3)
    assets = [city.asset for city in match.view(0).cities]
    for asset in assets:
        for seat in range(3):
            mark(match, seat, asset, 1)
    match.forget()
    view = match.view(0)
    decision = Decision(Prompt("choose", {}), [Choose(asset) for asset in assets])
    with text_only(), text_audit.audit() as found:
        rows = PICTURES.draw_choice(view, 0, decision, Translator("en"))
        rows.image()
    assert rows.tall <= MAX_HEIGHT
    drawn = " ".join(found.texts)
    assert {"Boston", "Chicago"} <= {*drawn.split()}
    assert f"1{{cube{view.players[1].colour}}}" in drawn
