"""A game's rules as a self-contained page for reading and printing, with links and with examples on boards."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from html import escape
from itertools import groupby

from bot.features.rulebook.files import page_style, worked_example
from rules.kernel.game import AnyGame
from rules.kernel.words.rulebook import REFERENCE, Book, Rule
from rules.kernel.words.translation import Translator

#: Matches bold and italic text in a rule.
_BOLD, _ITALIC = re.compile(r"\*\*(.+?)\*\*"), re.compile(r"\*(.+?)\*")


def page(game: AnyGame, locale: str, shown: Collection[str] | None = None) -> str:
    """Return a game's rulebook as self-contained HTML.

    `shown` contains the ids of the examples that are drawn with boards; if it is None, all playable examples are drawn.
    """
    say, book = Translator(locale), game.book(locale)
    drawn_rules = {rule for rule in game.examples if shown is None or rule in shown}
    title = say.t("{game}: the rules", game=game.title(say))
    parts = [
        f'<!doctype html>\n<html lang="{book.locale}">\n<head>\n<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(title)}</title>\n<style>{page_style.style(game.id, worked_example.WIDTH)}</style>",
        "</head>\n<body>",
        f"<header><h1>{escape(game.title(say))}</h1><p>{escape(game.blurb(say))}</p></header>",
        _finder(say),
        *_contents(say, book),
        "<main>",
        *(line for code in book.chapters for line in _chapter(game, say, book, code, drawn_rules)),
        "</main>",
        f"<footer>{escape(say.t('The rules in our own words; /rules finds them by these numbers.'))}</footer>",
        f"<script>{page_style.SCRIPT}</script>\n</body>\n</html>\n",
    ]
    return "\n".join(parts)


def _finder(say: Translator) -> str:
    """Return the HTML of the search field, which filters the rules by the typed words."""
    placeholder = escape(say.t("Find: words or a number"))
    field = f'<input type="search" placeholder="{placeholder}" aria-label="{placeholder}" autocomplete="off">'
    return f'<div class="find" role="search"><label>{field}<output></output></label></div>'


def _contents(say: Translator, book: Book) -> Iterator[str]:
    yield f'<nav id="contents" aria-label="{escape(say.t("Contents"))}"><h2>{escape(say.t("Contents"))}</h2><ol>'
    for code, rules in book.chapters.items():
        yield f'<li><a href="#{code}">{escape(rules[0].chapter)}</a></li>'
    yield "</ol></nav>"


def _chapter(game: AnyGame, say: Translator, book: Book, code: str, drawn_rules: Collection[str]) -> Iterator[str]:
    rules = book.chapters[code]
    back = f'<a href="#contents" title="{escape(say.t("Contents"))}">↑</a>'
    yield f'<section id="{code}"><h2>{escape(rules[0].chapter)} {back}</h2>'
    for heading, part in groupby(rules, lambda rule: rule.heading):
        yield f'<div class="part">{f"<h3>{escape(heading)}</h3>" if heading else ""}'
        for rule in part:
            yield f'<div class="entry">{_rule(say, book, rule)}'
            if rule.id in drawn_rules:
                yield from worked_example.example(game, say.locale, rule.id, lambda text: _text(book, text))
            yield "</div>"
        yield "</div>"
    yield "</section>"


def _rule(say: Translator, book: Book, rule: Rule) -> str:
    ruling = f'<span class="ruling">{escape(say.t("Our ruling:"))}</span> ' if rule.ruling else ""
    name = f'<a class="id" href="#{rule.id}">{rule.id}</a>'
    example_rules = ", ".join(rule_id for rule_id in book.shown_by.get(rule.id, ()) if rule_id in book.by_id)
    example = f" {_text(book, say.t('Example: {rules}.', rules=example_rules))}" if example_rules else ""
    return f'<p class="rule" id="{rule.id}">{name} {ruling}{_text(book, rule.text)}{example}</p>'


def _text(book: Book, text: str) -> str:
    """Return a rule's text as HTML, with its bold and italic text and with links to the rules that it mentions."""

    def link(found: re.Match[str]) -> str:
        return f'<a href="#{found[0]}">{found[0]}</a>' if found[0] in book.by_id else found[0]

    marked = _ITALIC.sub(r"<em>\1</em>", _BOLD.sub(r"<strong>\1</strong>", escape(text, quote=False)))
    return REFERENCE.sub(link, marked)
