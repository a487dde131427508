"""Positions of Aevum Haeresis to draw: random matches, and positions more crowded than in any match."""

from rules.aevum_haeresis.content.load import base
from rules.aevum_haeresis.state.view import CardView, ManoeuvreView, PaidView
from tests.render.matches_to_draw import play_random_moves, random_moves

NAMES = ("Bartholomew the Long", "Csűrős Őrs-Szentmártonkáta")
ODD = ("W" * 32, "{coin}" * 5 + "\U0001f409")


def played(seed, moves):
    """Play a number of random moves. Return the match and the last events."""
    return play_random_moves("aevum_haeresis", 2, "board", seed, moves)


def steps(seed, moves):
    """Play a number of random moves. Yield the match at the start and after each move."""
    return (match for match, _ in random_moves("aevum_haeresis", 2, "board", seed, moves))


def finished(seed):
    """Play a random match to its end."""
    match, _ = play_random_moves("aevum_haeresis", 2, "board", seed)
    assert match.over
    return match


def cards_with_long_names(locale, *types):
    """Return the cards of these types, those with the longest names in the given language first."""
    cards = [card for card in base().cards.values() if card.type in types]
    return sorted(cards, key=lambda card: (-len(getattr(card.name, locale)), card.id))


def card_in_play(card, copy, seat, **more):
    """Return the view of a card in play, as part of a view of the table."""
    numbers = {
        "health": card.health, "damage": card.damage, "plunder": card.icons.plunder, "recruit": card.icons.recruit,
        "accuse": card.icons.accuse, "ready": True, "wounds": 0, "host": "", "until": "", "time": -1, "used": [],
        "owner": seat,
    }  # fmt: skip
    return CardView(id=f"{card.id}.{seat}.{copy}", kind=card.id, type=card.type, controller=seat, **(numbers | more))


def crowded(locale="hu", viewer=None, heretics=12, fight=True, hunters=4, attached=6, chapters=9):
    """Return a view where both sides have as many cards as possible, with the longest names in the given language."""
    view, characters = played(3, 200)[0].view(viewer), cards_with_long_names(locale, "heretic")
    stories, events = cards_with_long_names(locale, "story"), cards_with_long_names(locale, "event")
    tied = [card for card in events if card.attachment]
    cards = [
        card.model_copy(update={"wounds": 5, "time": 2 if card.type == "location" else -1})
        for card in view.cards
        if card.type in ("damned", "camp", "location")
    ]
    teams, players = [[], []], []
    for seat, player in enumerate(view.players):
        for number in range(heretics):
            kind = characters[(2 * number + seat) % len(characters)]
            card = card_in_play(kind, number, seat, ready=number % 3 != 1, owner=seat ^ (number == 3), used=[0],
                         health=kind.health + number % 3 - 1, damage=kind.damage + 3 * (number == 0))  # fmt: skip
            cards.append(card)
            if number < 3:
                cards += [
                    card_in_play(tied[n % len(tied)], 10 * number + n, seat, host=card.id) for n in range(attached)
                ]
            if fight and card.ready:
                teams[seat].append(card.id)
        cards += [card_in_play(tied[n], 90 + n, seat, host=player.damned) for n in range(attached)]
        cards += [card_in_play(card, n, seat, until="round") for n, card in enumerate(stories[:4])]
        cards += [card_in_play(card, 0, seat, time=1) for card in events if card.track][:1]
        row = [1, 1] if fight else [2, *[1] * (chapters - 2)]
        own = [[f"{stories[1].id}.{seat}.{n}"] * size for n, size in enumerate(row)]
        players.append(player.model_copy(update={
            "souls": 9 + 4 * seat, "gold": 99, "execution": 2 + seat, "rose": True, "hand_count": 14, "row": row,
            "free": 3, "open": [f"{events[seat].id}.{seat}.0"], "pyre": [f"{characters[5].id}.{seat}.0"] * 61,
            "plot": 3, "heretics": 0, "own_row": own if viewer == seat else None, "background": 12,
        }))  # fmt: skip
    cards += [
        card_in_play(card, 0, n % 2, host=view.location)
        for n, card in enumerate(cards_with_long_names(locale, "hunter")[:hunters])
    ]
    paid = PaidView(seat=0, card=f"{stories[2].id}.0.1", ability=-1, caster=cards[8].id, host="", targets=[cards[9].id])
    man = ManoeuvreView(type="recruit", initiator=1, teams=teams, blocked=True, icons=[17, 22], successful=-1)
    return view.model_copy(update={
        "cards": cards, "players": players, "manoeuvre": man if fight else None, "paid": [paid] if fight else [],
        "chapter": 1, "phase": "plot" if fight else "enlistment", "round": 17, "time": 2, "soul_number": 3,
        "window": "conflict_time_advanced" if fight else "",
    })  # fmt: skip
