"""A game's rules as one self-contained page to read and print: contents, links between rules, examples with boards."""

from __future__ import annotations

import base64
import io
import re
from collections.abc import Callable, Collection, Iterator
from html import escape
from typing import Any

import render
from render.pen import theme
from rules.kernel.engine.example import played
from rules.kernel.game import AnyGame
from rules.kernel.words.rulebook import REFERENCE, Book, Rule
from rules.kernel.words.text import Say

#: How wide the boards of the examples are, in pixels, and how well they are kept (WebP, of 100).
WIDTH, QUALITY = 900, 60
#: Bold and italic words of a text.
_BOLD, _ITALIC = re.compile(r"\*\*(.+?)\*\*"), re.compile(r"\*(.+?)\*")
_STYLE = """
:root { --accent: %(accent)s; --ink: %(ink)s; --soft: %(soft)s; --paper: %(paper)s; --shade: %(shade)s; }
* { box-sizing: border-box; }
html { scroll-behavior: smooth; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 17px/1.55 Georgia, "Times New Roman", serif; }
header { padding: 3rem 1.2rem 2rem; text-align: center; border-bottom: 4px double var(--accent); }
h1, h2, h3 { font-weight: 600; line-height: 1.25; text-wrap: balance; }
h1 { margin: 0 0 .4rem; font-size: 2.2rem; letter-spacing: .02em; }
h2 { margin: 3rem 0 .8rem; padding-bottom: .3rem; border-bottom: 1px solid var(--accent); font-size: 1.5rem; }
h3 { margin: 1.6rem 0 .4rem; font-size: 1.1rem; color: var(--soft); }
nav, main { max-width: 46rem; margin: 0 auto; padding: 0 1.2rem; }
nav ol { columns: 2 16rem; column-gap: 2rem; padding-left: 1.6rem; }
nav li { break-inside: avoid; margin: .15rem 0; }
a { color: var(--accent); text-decoration-thickness: 1px; text-underline-offset: .15em; }
.rule { margin: .6rem 0; padding-left: 7.2rem; position: relative; overflow-wrap: break-word; }
.rule > .id { position: absolute; left: 0; font: 600 .72rem/1.9rem ui-monospace, Menlo, Consolas, monospace;
  color: var(--soft); text-decoration: none; }
.rule:target { background: var(--shade); box-shadow: 0 0 0 .4rem var(--shade); }
.ruling { font-style: italic; color: var(--soft); }
figure { margin: .8rem 0; }
figure img { width: 100%%; height: auto; border-radius: 4px; display: block; }
figcaption { font-size: .9rem; color: var(--soft); margin-bottom: .3rem; }
figure img + img { width: 62%%; margin-top: .4rem; }
footer { max-width: 46rem; margin: 3rem auto; padding: 1rem 1.2rem; color: var(--soft); font-size: .85rem; }
h2 > a { float: right; font-size: 1rem; text-decoration: none; }
@media (max-width: 34rem) {
  figure img + img { width: 100%%; }
  body { font-size: 16px; }
  .rule { padding-left: 0; }
  .rule > .id { position: static; display: block; line-height: 1.4; }
}
@media print {
  body { background: #fff; font-size: 10.5pt; }
  nav a, .rule a { color: inherit; text-decoration: none; }
  h2 { break-after: avoid; }
  .rule, figure { break-inside: avoid; }
  figure img { max-width: 15cm; }
}
"""


def page(game: AnyGame, locale: str, shown: Collection[str] | None = None) -> str:
    """Return the whole book as HTML that needs no other file.

    `shown` are the ids of the examples whose boards are drawn; None: of all that play.
    """
    say, book = Say(locale), game.book(locale)
    drawn = {rule for rule in game.examples if shown is None or rule in shown}
    title = say.t("{game}: the rules", game=game.title(say))
    colours = {"accent": theme.ACCENTS.get(game.id, theme.GOLD), "ink": theme.INK, "soft": theme.INK_SOFT,
               "paper": theme.SLIP, "shade": theme.PARCHMENT}  # fmt: skip
    style = _STYLE % {name: "#{:02x}{:02x}{:02x}".format(*colour) for name, colour in colours.items()}
    parts = [
        f'<!doctype html>\n<html lang="{book.locale}">\n<head>\n<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(title)}</title>\n<style>{style}</style>\n</head>\n<body>",
        f"<header><h1>{escape(game.title(say))}</h1><p>{escape(game.blurb(say))}</p></header>",
        *_contents(say, book),
        "<main>",
        *(line for code in book.chapters for line in _chapter(game, say, book, code, drawn)),
        "</main>",
        f"<footer>{escape(say.t('Rules in our own words, under the numbers by which /rules finds them.'))}</footer>",
        "</body>\n</html>\n",
    ]
    return "\n".join(parts)


def _contents(say: Say, book: Book) -> Iterator[str]:
    yield f'<nav id="contents" aria-label="{escape(say.t("Contents"))}"><h2>{escape(say.t("Contents"))}</h2><ol>'
    for code, rules in book.chapters.items():
        yield f'<li><a href="#{code}">{escape(rules[0].chapter)}</a></li>'
    yield "</ol></nav>"


def _chapter(game: AnyGame, say: Say, book: Book, code: str, drawn: Collection[str]) -> Iterator[str]:
    rules = book.chapters[code]
    back = f'<a href="#contents" title="{escape(say.t("Contents"))}">↑</a>'
    yield f'<section id="{code}"><h2>{escape(rules[0].chapter)} {back}</h2>'
    heading = ""
    for rule in rules:
        if rule.heading != heading:
            heading = rule.heading
            yield f"<h3>{escape(heading)}</h3>"
        yield _rule(say, book, rule)
        if rule.id in drawn:
            yield from _boards(game, say, rule.id)
    yield "</section>"


def _rule(say: Say, book: Book, rule: Rule) -> str:
    ruling = f'<span class="ruling">{escape(say.t("Our ruling:"))}</span> ' if rule.ruling else ""
    name = f'<a class="id" href="#{rule.id}">{rule.id}</a>'
    shown = ", ".join(one for one in book.shown_by.get(rule.id, ()) if one in book.by_id)
    example = f" {_text(book, say.t('Example: {rules}.', rules=shown))}" if shown else ""
    return f'<p class="rule" id="{rule.id}">{name} {ruling}{_text(book, rule.text)}{example}</p>'


def _text(book: Book, text: str) -> str:
    """Return a rule's text with its bold and italic words and with links to the rules that it names."""

    def link(found: re.Match[str]) -> str:
        return f'<a href="#{found[0]}">{found[0]}</a>' if found[0] in book.by_id else found[0]

    marked = _ITALIC.sub(r"<em>\1</em>", _BOLD.sub(r"<strong>\1</strong>", escape(text, quote=False)))
    return REFERENCE.sub(link, marked)


def _boards(game: AnyGame, say: Say, rule: str) -> Iterator[str]:
    """Draw an example's board before and after its moves; with the hand of the seat that it is about."""
    example = game.examples[rule]
    shown = played(example)
    names = game.example_names(say)
    for name, match, _ in shown.moments:
        label, view = say.t(name), match.view(example.seat)
        pictures: list[Callable[[], Any]] = [lambda view=view: render.board(view, WIDTH, say.locale, names)]
        if example.seat is not None:
            pictures.append(lambda view=view: render.hand(view, say.locale, names))
        alt = escape(f"{label}. {game.alt_text(Say(say.locale, names), view)}")
        images = "".join(f'<img alt="{alt}" loading="lazy" src="{_data(draw())}">' for draw in pictures)
        yield f"<figure><figcaption>{escape(label)}</figcaption>{images}</figure>"


def _data(image: Any) -> str:
    """Return a picture as an address that holds it whole."""
    image = image.convert("RGB")
    if image.width > WIDTH:
        image = image.resize((WIDTH, round(image.height * WIDTH / image.width)))
    out = io.BytesIO()
    image.save(out, "WEBP", quality=QUALITY, method=4)
    return f"data:image/webp;base64,{base64.b64encode(out.getvalue()).decode('ascii')}"
