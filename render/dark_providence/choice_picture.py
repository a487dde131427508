"""Draws the options of a decision: cities, assets, mythos cards, payment cards, or a compact hand."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from PIL import Image

from render.dark_providence.card_face_reader import allegiance_face, asset_face, lead_face, mythos_face
from render.dark_providence.card_lines import icons_of, lines_of
from render.dark_providence.cards import Face, art
from render.dark_providence.piece_names import lock_name
from render.dark_providence.piece_reader import colour_of, marks_of, read_pieces
from render.pen import theme
from render.sheets.choice_tiles import Art, Part, Tile, first_that_fits, tile_rows
from render.sheets.row_stack import Row, Rows
from rules.dark_providence.content.load import pack
from rules.dark_providence.state import actions
from rules.dark_providence.state.view import AgentView, CityView, ProvidenceView
from rules.dark_providence.words.board import special_markers
from rules.dark_providence.words.cards import starting_icons
from rules.dark_providence.words.names import agent_name, city_name, city_view
from rules.kernel.data.actions import Action, field_names
from rules.kernel.engine.decisions import Decision
from rules.kernel.words.translation import N_, Translator

ACCENT = theme.ACCENTS["dark_providence"]
#: The icons of a seat's counts, with their names.
COUNTS = (
    ("influence", N_("supply")), ("pool", N_("pool")), ("limbo", N_("Limbo")), ("crypt", N_("crypt")),
    ("sane", N_("Sanity")), ("madness", N_("Madness")),
)  # fmt: skip
#: The icon of a gate for each side that can be face up.
GATE_ICONS = {"": "gate_dormant", "open": "gate_open", "close": "gate_shut"}


def draw_choice(view: ProvidenceView, seat: int, decision: Decision | None, say: Translator) -> Rows | None:
    """Draw the options of a decision, or a seat's hand if there is no decision.

    Return None if there is nothing to show.
    """
    return TableTiles(view, seat, say).rows(decision)


def art_of(face: Face, side: int) -> Image.Image:
    """Draw a card's picture as a square."""
    return art(face, side, side)


def _tiles(tiles: Sequence[Tile], columns: int) -> list[Row]:
    return tile_rows(tiles, columns, ACCENT)


class TableTiles:
    """Builds the tiles of cards, cities and agents as one seat sees them."""

    def __init__(self, view: ProvidenceView, seat: int, say: Translator) -> None:
        self.view, self.seat, self.say = view, seat, say
        self.content = pack(view.pack)

    def rows(self, decision: Decision | None) -> Rows | None:
        """Return the rows of tiles for a decision, or for the hand if there is no decision."""
        if decision is None or decision.prompt.key == "discard":
            return self._whole_hand()
        match decision.prompt.key:
            case "colour":
                return None
            case "turn":
                return self._turn(decision)
            case "pay":
                return self._payment(decision)
            case "lead":
                return first_that_fits([_tiles([self._lead(name) for name in _named(decision.actions)], 1)])
            case "start":
                cities = [
                    self.city(city_view(self.view, name), set(), assets=True) for name in _named(decision.actions)
                ]
                return first_that_fits([_tiles(cities, 2), _tiles(cities, 3)])
            case _:
                return self._effect(decision)

    # -- questions --------------------------------------------------------------------------------------------

    def _turn(self, decision: Decision) -> Rows:
        """Return rows with the hand, and with the cities and cards that influence can be placed on or that can be
        acquired. In the first round, return rows with the hand only, with all texts.

        If there isn't room for everything, empty cities are left out. The board in the channel has them, but not the
        hand.
        """
        if self.view.round <= 1:
            # New players don't know yet what they hold and what scores for them; nearly all cities can be chosen.
            return self._whole_hand()
        placed = [one for one in decision.actions if isinstance(one, actions.PlaceInfluence | actions.AcquireTarget)]
        targets = list(dict.fromkeys(_named(placed)))
        if not targets:
            return self._whole_hand()
        ready = {one.target for one in placed if isinstance(one, actions.AcquireTarget)}
        cities = [city for city in self.view.cities if city.id in targets or city.asset in targets]
        row = [card for card in self.view.row if card.id in targets]
        mythos, marked = (
            _tiles([_without_art(self._mythos(card.id, use="now" if card.id in ready else "")) for card in cards], 3)
            for cards in (row, [card for card in row if any(card.marks)])
        )
        whole, slim, plain = (
            _tiles(tiles, 3)
            for tiles in (
                [self.city(city, ready, assets=True) for city in cities],
                [self._slim(city, ready) for city in cities],
                [self.city(city, ready, assets=False) for city in cities],
            )
        )
        contested = _tiles([self._slim(city, ready) for city in cities if _is_contested(city, ready)], 3)
        hand, cards = self._hand(False), self._cards(False)
        layouts = [
            [*hand, *whole, *mythos],
            [*hand, *slim, *mythos],
            [*hand, *slim, *marked],
            [*cards, *slim, *marked],
            [*cards, *plain, *marked],
            [*hand, *contested, *mythos],
            [*hand, *contested, *marked],
            [*cards, *contested, *marked],
            [*hand, *contested],
        ]
        return first_that_fits([*layouts, hand])

    def _whole_hand(self) -> Rows:
        """Return rows with the seat's allegiance, its counts, and its hand with texts, as far as there is room."""
        full, short, scores = self._hand(True), self._hand(False), self._allegiance()
        return first_that_fits([[*scores, *full], [*scores, *short], full, short])

    def _payment(self, decision: Decision) -> Rows:
        """Return rows with the card, city or agent that is being paid for, and the cards that can pay for it.

        The text of that card, or what the city's card brings, is left out only if there is no room for it.
        """
        args = decision.prompt.args
        icon, target = str(args.get("icon", "")), str(args.get("target", ""))
        useful = {card for action in decision.actions if isinstance(action, actions.Pay) for card in action.cards}
        cards = [card for card in self.view.players[self.seat].hand or () if card in useful]
        above = self._pieces([target])
        told = [replace(tile, parts=(*tile.parts, *self._told(target))) for tile in above]
        tiles: list[Tile] = []
        for card in cards:
            face = asset_face(card, self.say.locale, pack_name=self.view.pack)
            others = [f"{count}{{{name}}}" for name, count in face.icons if name != icon]
            count = dict(face.icons).get(icon, 0)
            parts = [Part(" ".join(others), "soft")] if others else []
            tiles.append(
                Tile(face.name, tuple(parts), plate=f"{count}{{{icon}}}", art=Art(art_of, (face,)), key=_key(face))
            )
        return first_that_fits([[*_tiles(told, 1), *_tiles(tiles, 2)], [*_tiles(above, 1), *_tiles(tiles, 2)]])

    def _told(self, target: str) -> list[Part]:
        """Return the text of a card that influence is placed on, or the resources of a city's card."""
        if any(city.id == target for city in self.view.cities):
            brings = icons_of(asset_face(target, self.say.locale, pack_name=self.view.pack))
            return [Part(f"{self.say.t('City card:')} {brings}", "soft")]
        if target not in self.content.assets and target not in self.content.mythos:
            return []
        read_face = mythos_face if target in self.content.mythos else asset_face
        face = read_face(target, self.say.locale, pack_name=self.view.pack)
        return [Part(f"{{{line.icon}}} {line.text}") for line in lines_of(face)]

    def _effect(self, decision: Decision) -> Rows:
        """Return rows with the card whose effect asks the question, and the cards, cities and agents that can be
        chosen.
        """
        pieces = self._pieces(_named(decision.actions))
        pending = self.view.pending
        source = pending.card if pending else ""
        above = _tiles([self._full(source)], 1) if source in self.content.cards or source in self.content.mythos else []
        if not pieces:
            return first_that_fits([[*above, *self._hand(False)]])
        return first_that_fits(_layouts_of_pieces(above, pieces))

    def _hand(self, full: bool) -> list[Row]:
        """Return rows with the seat's counts and its hand. If `full`, cards have their full texts."""
        return [*_tiles([self._counts()], 1), *self._cards(full)]

    def _cards(self, full: bool) -> list[Row]:
        """Return rows with the seat's hand."""
        tiles = [self._card(card, full) for card in self.view.players[self.seat].hand or ()]
        return _tiles(tiles, 2 if full else 3)

    def _allegiance(self) -> list[Row]:
        """Return a row with the seat's allegiance and how it scores."""
        allegiance = self.view.players[self.seat].allegiance
        if allegiance is None:
            return []
        face = allegiance_face(allegiance, self.say.locale)
        parts = (Part(f"{face.kind}:", "soft"), *(Part(f"{{{line.icon}}} {line.text}") for line in face.lines))
        return _tiles(
            [Tile(face.name, parts, look="dark", badge=f"{{{allegiance}}}", key=f"allegiance:{self.seat}")], 1
        )

    def _counts(self) -> Tile:
        """Return a tile with the seat's counts and their names."""
        player, say = self.view.players[self.seat], self.say
        numbers = (player.supply, player.pool, player.limbo, len(player.crypt), player.sane, player.madness)
        icons = (f"cube{player.colour}", *(icon for icon, _ in COUNTS[1:]))
        counts = zip(icons, numbers, (say.t(word) for _, word in COUNTS), strict=True)
        told = [f"{count}{{{icon}}} {word}" for icon, count, word in counts if count]
        told.insert(0, f"{player.vp}/{self.view.threshold}{{vp}} {say.t('VP')}")
        if self.view.turn and self.view.turn.seat == self.seat and self.view.turn.actions > 0:
            told.insert(0, f"{{action}} {say.n('{n} action', '{n} actions', self.view.turn.actions)}")
        return Tile("", (Part("  ·  ".join(told)),), look="panel", key=f"counts:{self.seat}", name=say.seat(self.seat))

    # -- pieces -----------------------------------------------------------------------------------------------

    def _pieces(self, names: Iterable[str]) -> list[Tile]:
        """Return the tiles of the cities, cards and agents with these names, each once. Unknown names are skipped."""
        found: list[Tile] = []
        for name in dict.fromkeys(names):
            if (tile := self._piece(name)) is not None:
                found.append(tile)
        return found

    def _piece(self, name: str) -> Tile | None:
        city = next((city for city in self.view.cities if city.id == name), None)
        if city is not None:
            return self.city(city, set(), assets=False)
        city_with_asset = next((city for city in self.view.cities if city.asset == name), None)
        if city_with_asset is not None:
            return self._asset(city_with_asset)
        agent = next((agent for agent in self.view.agents if agent.id == name), None)
        if agent is not None:
            return self._agent(agent)
        if name in self.content.mythos:
            return self._mythos(name)
        return self._card(name, True) if name in self.content.cards else None

    def city(self, city: CityView, ready: set[str], *, assets: bool) -> Tile:
        """Return the tile of a city: its control, its gate, all influence and agents and, if `assets`, its asset."""
        view, signs = self.view, self._signs(city)
        marks, lock = self.marks(city.asset_marks), "{lock}" if city.asset_lock else ""
        if not assets and (marks or lock):
            signs.append(f"{{asset}}{lock} {marks}")
        parts = [Part("  ".join(filter(None, signs)), signs=self._sign_pieces(city))]
        if assets and city.asset:
            face = asset_face(city.asset, self.say.locale, pack_name=view.pack)
            parts.append(Part(" ".join(filter(None, [face.name, lock, marks])), "soft"))
        holder = colour_of(view, city.controller)
        return Tile(
            city_name(self.say, city.id),
            tuple(parts),
            badge="" if holder is None else f"{{seat{holder}}}",
            plate=f"{city.control}{{city}}",
            look="panel",
            use="now" if city.id in ready or city.asset in ready else "",
            key=f"city:{city.id}",
        )

    def _signs(self, city: CityView) -> list[str]:
        """Return a city's signs as text: its gate, special markers, agents and influence."""
        signs = [f"{city.gate}{{{GATE_ICONS[city.gate_face]}}}", *(f"{{{icon}}}" for icon, _ in read_pieces(city))]
        if (owner := colour_of(self.view, city.gate_owner)) is not None:
            signs[0] += f"{{seat{owner}}}"
        if city.lock:
            signs.append("{lock}")
        return [*signs, *self._owners(city), self.marks(city.marks)]

    def _sign_pieces(self, city: CityView) -> tuple[tuple[str, str, str], ...]:
        """Return the signs of a city that are pieces, each with its key and name."""
        name, markers = city_name(self.say, city.id), special_markers(self.say, city)
        gate = self._signs(city)[0]
        lock = [("{lock}", f"lock:{city.id}", lock_name(self.say, name))] if city.lock else []
        return (
            (gate, f"gate:{city.id}", f"{name}: {self.say.t('gate')}"),
            *((f"{{{kind}}}", f"marker:{kind}:{city.id}", f"{name}: {marker}") for kind, marker in markers.items()),
            *lock,
        )

    def _slim(self, city: CityView, ready: set[str]) -> Tile:
        """Return the tile of a city with all its signs on one line, and the name of its asset below."""
        tile = self.city(city, ready, assets=False)
        signs = " ".join(filter(None, [tile.badge, tile.plate, *self._signs(city)]))
        beside = [Part(signs, signs=self._sign_pieces(city))]
        if city.asset:
            asset_signs = ["{lock}" if city.asset_lock else "", self.marks(city.asset_marks)]
            name = asset_face(city.asset, self.say.locale, pack_name=self.view.pack).name
            beside.append(Part(" ".join(filter(None, [*asset_signs, name])), "soft"))
        return replace(tile, badge="", plate="", parts=tuple(beside))

    def _owners(self, city: CityView) -> list[str]:
        """Return texts with the number of agents that each player has in a city."""
        counts: dict[str, int] = {}
        for agent in self.view.agents:
            if agent.city == city.id:
                colour = colour_of(self.view, agent.owner)
                icon = "deep_one" if colour is None else f"agent{colour}"
                counts[icon] = counts.get(icon, 0) + 1
        return [f"{count if count > 1 else ''}{{{icon}}}" for icon, count in counts.items()]

    def marks(self, marks: Sequence[int]) -> str:
        return " ".join(f"{count}{{cube{colour}}}" for colour, count in marks_of(self.view, marks))

    def _asset(self, city: CityView) -> Tile:
        """Return the tile of a city's face-up asset."""
        face = asset_face(city.asset, self.say.locale, pack_name=self.view.pack)
        where = Part(city_name(self.say, city.id), "soft")
        parts = [Part(text) for text in (icons_of(face), self.marks(city.asset_marks)) if text]
        lock = "{lock}" if city.asset_lock else ""
        return Tile(face.name, (*parts, where), art=Art(art_of, (face,)), badge=lock, key=_key(face))

    def _mythos(self, name: str, use: str = "") -> Tile:
        """Return the tile of a mythos card with its influence."""
        face = mythos_face(name, self.say.locale, pack_name=self.view.pack)
        card = next((card for card in self.view.row if card.id == name), None)
        texts = [icons_of(face), self.marks(card.marks) if card else "", "{lock}" if card and card.lock else ""]
        parts = (Part("  ".join(filter(None, texts))),) if any(texts) else ()
        return Tile(face.name, parts, look="dark", art=Art(art_of, (face,)), use=use, key=_key(face))

    def _agent(self, agent: AgentView) -> Tile:
        """Return the tile of an agent with its city and abilities."""
        colour = colour_of(self.view, agent.owner)
        might = [f"{count}{{{icon}}}" for icon, count in (("force", agent.force), ("arcane", agent.arcane)) if count]
        return Tile(
            agent_name(self.say, agent.id),
            (Part(city_name(self.say, agent.city), "soft"),),
            badge="" if colour is None else f"{{seat{colour}}}",
            plate=" ".join(["{returned}", *might] if agent.returned else might),
            look="panel",
            key=f"agent:{agent.id}",
        )

    def _card(self, name: str, full: bool) -> Tile:
        """Return the tile of a hand card: its resources and, if `full`, its text."""
        usable = ",".join(self.view.usable.get(name, []))
        face = asset_face(name, self.say.locale, usable=usable, pack_name=self.view.pack)
        icons = " ".join(f"{count}{{{icon}}}" for icon, count in face.icons)
        if not full:
            now = " ".join(f"{{{line.icon}}}" for line in face.lines if line.use == "now")
            parts = tuple(Part(text) for text in (" ".join(filter(None, [icons, now])),) if text)
            return Tile(face.name, parts, key=_key(face))
        lines = tuple(Part(f"{{{line.icon}}} {line.text}", "soft" if line.use == "idle" else "") for line in face.lines)
        head = (Part(icons, "bold"),) if icons else ()
        return Tile(face.name, (*head, *lines), art=Art(art_of, (face,)), key=_key(face))

    def _full(self, name: str) -> Tile:
        """Return the tile of the card whose effect is being resolved."""
        dark = name in self.content.mythos
        read_face = mythos_face if dark else asset_face
        face = read_face(name, self.say.locale, pack_name=self.view.pack)
        lines = tuple(Part(f"{{{line.icon}}} {line.text}") for line in face.lines)
        return Tile(face.name, lines, art=Art(art_of, (face,)), look="dark" if dark else "card", key=_key(face))

    def _lead(self, name: str) -> Tile:
        """Return the tile of a lead agent, with the total resources of its starting cards."""
        lead, face = self.content.leads[name], lead_face(name, self.say.locale, self.view.pack)
        side = lead.agent.original
        might = [f"{count}{{{icon}}}" for icon, count in (("force", side.force), ("arcane", side.arcane)) if count]
        icons = Part("  ".join(f"{n}{{{icon}}}" for icon, n in starting_icons(self.content, lead).items()))
        return Tile(face.name, (icons,), plate=" ".join(might), art=Art(art_of, (face,)), key=f"lead:{name}")


def _layouts_of_pieces(above: Sequence[Row], pieces: Sequence[Tile]) -> Iterator[Sequence[Row]]:
    """Yield layouts of the pieces that can be chosen, with less of them each time."""
    whole = _tiles(pieces, 2)
    yield [*above, *whole]
    yield whole
    yield _tiles([_without_art(piece) for piece in pieces], 3)
    yield _tiles([_without_texts(piece) for piece in pieces], 3)


def _is_contested(city: CityView, ready: set[str]) -> bool:
    """Return whether a player has influence on a city or its asset, or it can be acquired."""
    return any(city.marks) or any(city.asset_marks) or city.id in ready or city.asset in ready


def _key(face: Face) -> str:
    """Return the key of a card as a piece of a picture."""
    return f"card:{face.seed}"


def _without_art(tile: Tile) -> Tile:
    """Return a tile without its picture, so three tiles fit in a row."""
    return replace(tile, art=None)


def _without_texts(tile: Tile) -> Tile:
    """Return a tile with only its title, without its picture and its texts."""
    return replace(tile, parts=(), art=None)


def _named(offered_actions: Iterable[Action]) -> list[str]:
    """Return the ids that actions mention.

    The ids may be parts of longer texts: both "place/boston" and "boston/2" mention Boston.
    """
    names: list[str] = []
    for action in offered_actions:
        for field in field_names(type(action)):
            value = getattr(action, field)
            if isinstance(value, str):
                names += [part for part in value.split("/") if part]
    return names
