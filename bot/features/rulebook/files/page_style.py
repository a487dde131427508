"""The style sheet of a rules page, and the page's script, which filters the rules."""

from __future__ import annotations

from render.pen import theme

_STYLE = """
:root { --accent: %(accent)s; --ink: %(ink)s; --soft: %(soft)s; --paper: %(paper)s; --shade: %(shade)s; }
* { box-sizing: border-box; }
html { scroll-behavior: smooth; scroll-padding-top: 4.5rem; }
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
[hidden] { display: none !important; }
.find { position: sticky; top: 0; z-index: 1; background: var(--paper); border-bottom: 1px solid var(--accent); }
.find label { display: flex; gap: .6rem; align-items: center; max-width: 46rem; margin: 0 auto; padding: .6rem 1.2rem; }
.find input { flex: 1; min-width: 0; padding: .4rem .6rem; font: inherit; color: inherit; background: #fff;
  border: 1px solid var(--soft); border-radius: 4px; }
.find output { min-width: 2ch; color: var(--soft); font-size: .85rem; }
.rule { margin: .6rem 0; padding-left: 7.2rem; position: relative; overflow-wrap: break-word; }
.rule > .id { position: absolute; left: 0; font: 600 .72rem/1.9rem ui-monospace, Menlo, Consolas, monospace;
  color: var(--soft); text-decoration: none; }
.rule:target { background: var(--shade); box-shadow: 0 0 0 .4rem var(--shade); }
.ruling { font-style: italic; color: var(--soft); }
.boards { margin: .8rem 0 1.6rem; }
.boards figcaption { font-size: .9rem; color: var(--soft); margin-bottom: .4rem; }
.boards figcaption p { margin: .2rem 0; }
.moments { position: sticky; left: 0; display: inline-flex; margin: .2rem 0 .4rem; border: 1px solid var(--accent);
  border-radius: 4px; overflow: hidden; font-size: .9rem; }
.moments label { padding: .25rem .9rem; cursor: pointer; background: var(--paper); }
.moments label:has(:checked) { background: var(--accent); color: #fff; }
.moments label:has(:focus-visible), .stack:has(:focus-visible) { outline: 2px solid var(--ink); outline-offset: 2px; }
.moments input, .stack input { position: absolute; opacity: 0; pointer-events: none; }
.stack { display: block; position: relative; margin-bottom: .4rem; cursor: zoom-in; }
.stack img { display: block; width: 100%%; height: auto; border-radius: 4px; }
.stack .over { position: absolute; inset: 0; }
.boards:has(.then:checked) .stack .whole { position: static; }
.boards:has(.then:checked) .stack:has(.whole) .base { display: none; }
.boards:not(:has(.then:checked)) .over { display: none; }
.boards:has(.zoom:checked) { position: fixed; inset: 0; z-index: 2; margin: 0; padding: .6rem; overflow: auto;
  background: var(--paper); }
.boards:has(.zoom:checked) figcaption { display: none; }
.boards:has(.zoom:checked) .stack { width: max(100%%, %(wide)dpx); cursor: zoom-out; }
html:has(.zoom:checked) { overflow: hidden; }
footer { max-width: 46rem; margin: 3rem auto; padding: 1rem 1.2rem; color: var(--soft); font-size: .85rem; }
h2 > a { float: right; font-size: 1rem; text-decoration: none; }
@media (max-width: 34rem) {
  body { font-size: 16px; }
  .rule { padding-left: 0; }
  .rule > .id { position: static; display: block; line-height: 1.4; }
  .boards { margin-left: -1.2rem; margin-right: -1.2rem; }
  .boards figcaption { padding: 0 1.2rem; }
  .moments { margin-left: 1.2rem; }
  .stack img { border-radius: 0; }
}
@media print {
  body { background: #fff; font-size: 10.5pt; }
  .find, .moments { display: none; }
  nav a, .rule a { color: inherit; text-decoration: none; }
  h2 { break-after: avoid; }
  .rule, .boards { break-inside: avoid; }
  .stack img { max-width: 15cm; }
}
"""
#: The script shows only the rules that contain all typed words in their number, headings or text, ignoring accents and
#: case. Following a link to a hidden rule shows all rules again.
SCRIPT = """
const find = document.querySelector(".find input"), count = document.querySelector(".find output");
const plain = text => text.normalize("NFD").replace(/\\p{M}/gu, "").toLowerCase();
const rules = [...document.querySelectorAll(".entry")].map(entry => {
  const near = [entry.closest("section").querySelector("h2"), entry.parentElement.querySelector("h3")];
  const words = [...near.filter(Boolean), entry.querySelector(".rule")].map(one => one.textContent);
  return [entry, plain(words.join(" "))];
});
const filter = () => {
  const words = plain(find.value).split(/\\s+/).filter(Boolean);
  let shown = 0;
  for (const [entry, text] of rules) {
    entry.hidden = !words.every(word => text.includes(word));
    shown += !entry.hidden;
  }
  for (const part of document.querySelectorAll(".part, main section"))
    part.hidden = !part.querySelector(".entry:not([hidden])");
  document.querySelector("nav").hidden = words.length > 0;
  count.textContent = words.length ? shown : "";
};
find.addEventListener("input", filter);
addEventListener("hashchange", () => {
  const to = document.getElementById(location.hash.slice(1));
  if (to && to.closest("[hidden]")) { find.value = ""; filter(); to.scrollIntoView({ behavior: "instant" }); }
});
addEventListener("keydown", event => {
  if (event.key === "Escape") for (const one of document.querySelectorAll(".zoom:checked")) one.checked = false;
});
"""


def style(game: str, wide: int) -> str:
    """Return the style sheet of a game's rules page in the game's colours; `wide` is the width of enlarged boards."""
    colours = {
        "accent": theme.ACCENTS.get(game, theme.GOLD), "ink": theme.INK, "soft": theme.INK_SOFT,
        "paper": theme.SLIP, "shade": theme.PARCHMENT,
    }  # fmt: skip
    written = {name: "#{:02x}{:02x}{:02x}".format(*colour) for name, colour in colours.items()}
    return _STYLE % {**written, "wide": wide}
