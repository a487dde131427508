"use strict";
const at = id => document.getElementById(id);
const KEPT = 0, MOVED = 1, NEW = 2, SEEN = 3, KINDS = 5;

// -- what is in the page -------------------------------------------------------------------------------------------

// Signs of 15 bits each, as bot/features/replays/files/html_page.py writes them.
const bytes = (signs, size) => {
  const found = new Uint8Array(size);
  for (let to = 0, from = 0, held = 0, bits = 0; to < size; bits -= 8) {
    if (bits < 8) { held = (held & 255) << 15 | signs.charCodeAt(from++) - 0x3400; bits += 15; }
    found[to++] = held >> bits - 8;
  }
  return found;
};
const opened = async id => {
  const packed = bytes(at(id).textContent, Number(at(id).dataset.size));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
};
const read = async id => JSON.parse(new TextDecoder().decode(await opened(id)));

// Pictures as bot/features/replays/files/picture_compression.py packs them: rows, then the runs of each picture.
class Pictures {
  constructor(data, about, wide, whole, colours) {
    Object.assign(this, { data, wide, whole, colours, shown: -1, strips: [] });
    this.starts = [];
    let start = about.rows;
    for (const length of about.lengths) { this.starts.push(start); start += length; }
  }
  number() {
    let number = 0, shift = 0, byte;
    do { byte = this.data[this.at++]; number |= (byte & 127) << shift; shift += 7; } while (byte > 127);
    return number;
  }
  step(place) {
    const before = place % this.whole ? this.strips : [];
    this.at = this.starts[place];
    this.width = this.number();
    this.height = this.number();
    let known = this.number();
    this.strips = [];
    for (let left = 0; left < this.width; left += this.wide) {
      const old = before[this.strips.length], strip = new Int32Array(this.height);
      for (let y = 0; y < this.height;) {
        const told = this.number(), kind = told % KINDS, length = (told - kind) / KINDS;
        if (kind === KEPT || kind === MOVED) {
          const by = kind === MOVED ? this.number() : 0, from = y + (by & 1 ? -(by + 1) / 2 : by / 2);
          strip.set(old.subarray(from, from + length), y);
        } else if (kind === NEW) {
          for (let n = 0; n < length; n++) strip[y + n] = known++;
        } else {
          const first = this.number();
          for (let n = 0; n < length; n++) strip[y + n] = kind === SEEN ? first + n : first;
        }
        y += length;
      }
      this.strips.push(strip);
    }
    this.shown = place;
  }
  go(place) {
    const whole = place - place % this.whole;
    for (let from = this.shown >= whole && this.shown <= place ? this.shown + 1 : whole; from <= place; from++) this.step(from);
  }
  paint(place, canvas) {
    this.go(place);
    const { width, height, wide, data, colours } = this;
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    const context = canvas.getContext("2d"), image = context.createImageData(width, height);
    const pixels = new Uint32Array(image.data.buffer);
    this.strips.forEach((strip, number) => {
      const left = number * wide, here = Math.min(wide, width - left);
      for (let y = 0, to = left; y < height; y++, to += width) {
        const row = strip[y] * wide;
        for (let x = 0; x < here; x++) pixels[to + x] = colours[data[row + x]];
      }
    });
    context.putImageData(image, 0, 0);
  }
}

// -- what is shown -------------------------------------------------------------------------------------------------

let about, words, board, hands, place = 0, playing = null;
const spoken = {};
const count = () => about.steps.length;
const turnOf = number => about.steps[number].turn;
const filled = (text, values) => text.replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all);
const made = (name, text, inside = []) => {
  const one = document.createElement(name);
  if (text) one.textContent = text;
  one.append(...inside);
  return one;
};

const show = (to, scrolls = true) => {
  place = Math.max(0, Math.min(count() - 1, to));
  const step = words.steps[place];
  board.paint(place, at("board"));
  at("board").setAttribute("aria-label", step.alt);
  for (const hand of hands) {
    const number = hand.frames[place];
    hand.figure.hidden = number < 0;
    if (number < 0) continue;
    const text = words.hands[hand.seat].texts[number];
    hand.canvas.setAttribute("aria-label", text);
    if (!hand.pictures) hand.text.textContent = text;
    else if (number !== hand.shown) hand.pictures.paint(hand.shown = number, hand.canvas);
  }
  at("here").textContent = step.when;
  at("told").replaceChildren(...(step.told.length ? step.told : [words.ui.nothing]).map(line => made("li", line)));
  at("text").textContent = step.text;
  at("story").scrollTop = 0;
  const time = new Intl.DateTimeFormat(words.lang, { dateStyle: "medium", timeStyle: "short" });
  const where = filled(words.ui.place, { n: place + 1, all: count() });
  at("place").textContent = `${where} · ${step.when} · ${time.format(about.steps[place].at * 1000)}`;
  at("slider").value = place;
  at("slider").setAttribute("aria-valuetext", `${where}, ${step.when}`);
  for (const id of ["first", "back", "turn-back"]) at(id).disabled = place === 0;
  for (const id of ["last", "on", "turn-on"]) at(id).disabled = place === count() - 1;
  for (const button of document.querySelectorAll("#turns button")) {
    const here = Number(button.value) <= place && place <= Number(button.dataset.last);
    // The Tab key goes to the list once, not to each of its lines.
    button.tabIndex = here ? 0 : -1;
    if (here === button.hasAttribute("aria-current")) continue;
    button.toggleAttribute("aria-current", here);
    if (here && scrolls) nearest(at("path"), button);
  }
};

// Only the list scrolls, never the page.
const nearest = (list, one) => {
  if (list.scrollHeight <= list.clientHeight) return;
  list.scrollTop = one.offsetTop - list.offsetTop - list.clientHeight / 3;
};

const list = () => {
  const lines = [];
  let round = 0;
  about.steps.forEach((step, number) => {
    if (number && turnOf(number - 1) === step.turn) {
      const { button, told } = lines.at(-1);
      button.dataset.last = number;
      told.append(...words.steps[number].told.map(line => made("li", line)));
      return;
    }
    const dot = made("i"), button = made("button", "", [dot, made("span", words.steps[number].turn)]);
    if (step.seat !== null) dot.style.background = about.colours[step.seat];
    Object.assign(button, { type: "button", value: number });
    button.dataset.last = number;
    button.addEventListener("click", () => { stop(); show(number, false); });
    const told = made("ul", "", words.steps[number].told.map(line => made("li", line)));
    const item = made("li", "", [button, told]);
    if (step.round && step.round !== round) item.prepend(made("h3", words.steps[number].round));
    round = step.round;
    lines.push({ item, button, told });
  });
  for (const point of about.turning) {
    const line = lines.findLast(one => Number(one.button.value) <= point);
    if (!line.button.querySelector("b")) line.button.append(made("b", `★ ${words.ui.turned}`));
  }
  at("turns").replaceChildren(...lines.map(line => line.item));
};

const speak = async lang => {
  words = spoken[lang] ??= await read(`words-${lang}`);
  document.documentElement.lang = lang;
  document.title = words.title;
  for (const id of ["title", "people", "result", "lost"]) at(id).textContent = words[id];
  const date = new Intl.DateTimeFormat(lang, { dateStyle: "long" });
  const days = [...new Set([about.steps[0].at, about.steps.at(-1).at].map(time => date.format(time * 1000)))];
  at("when").textContent = [...(days[1] ? [days.join(" – ")] : days), words.seen].join(" · ");
  for (const one of document.querySelectorAll("[data-word]")) one.textContent = words.ui[one.dataset.word];
  for (const one of document.querySelectorAll("[data-label]")) label(one, words.ui[one.dataset.label]);
  for (const hand of hands) hand.caption.textContent = words.hands[hand.seat].name;
  label(at("boards"), words.ui.board);
  named();
  list();
  show(place);
};
const label = (one, text) => { one.setAttribute("aria-label", text); if (one.matches("button")) one.title = text; };
const ICONS = { play: "M7 4v16l13-8z", stop: "M6 5h4v14H6zM14 5h4v14h-4z" };
const named = () => {
  const way = playing ? "stop" : "play";
  at("play").querySelector("path").setAttribute("d", ICONS[way]);
  label(at("play"), words.ui[way]);
};

// -- going about ---------------------------------------------------------------------------------------------------

const stop = () => { clearInterval(playing); playing = null; named(); };
const play = () => {
  if (playing) return stop();
  if (place === count() - 1) show(0);
  playing = setInterval(() => place === count() - 1 ? stop() : show(place + 1), 1200);
  named();
};
const go = to => { stop(); show(to); };
const turn = by => {
  let to = place;
  if (by > 0) while (to < count() - 1 && turnOf(to) === turnOf(place)) to++;
  else {
    while (to > 0 && turnOf(to - 1) === turnOf(place)) to--;
    if (to === place && to > 0) for (to--; to > 0 && turnOf(to - 1) === turnOf(to);) to--;
  }
  go(to);
};
const WAYS = {
  first: () => go(0), back: () => go(place - 1), on: () => go(place + 1), last: () => go(count() - 1),
  "turn-back": () => turn(-1), "turn-on": () => turn(1), play,
  zoom: () => at("zoom").setAttribute("aria-pressed", document.body.classList.toggle("zoomed")),
};
const KEYS = {
  ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last", PageUp: "turn-back", PageDown: "turn-on", " ": "play",
};

const begin = async () => {
  about = await read("about");
  const colours = Uint32Array.from(about.palette, ([red, green, blue]) => (255 << 24 | blue << 16 | green << 8 | red) >>> 0);
  const pictures = async (id, told) => new Pictures(await opened(id), told, about.wide, about.whole, colours);
  board = await pictures("board-data", about.board);
  hands = [];
  for (const told of about.hands) {
    const canvas = made("canvas"), caption = made("figcaption"), text = made("p");
    const figure = made("figure", "", [caption, told.packed ? canvas : text]);
    canvas.setAttribute("role", "img");
    at("hands").append(figure);
    const drawn = told.packed && await pictures(`hand-data-${told.seat}`, told.packed);
    hands.push({ ...told, canvas, caption, text, figure, shown: -1, pictures: drawn });
  }
  at("slider").max = count() - 1;
  for (const [lang, name] of about.languages) at("language").append(new Option(name, lang));
  at("language").value = about.lang;
  place = about.begin;
  document.querySelector("main").hidden = false;
  await speak(about.lang);
  for (const [id, way] of Object.entries(WAYS)) at(id).addEventListener("click", way);
  at("slider").addEventListener("input", event => go(Number(event.target.value)));
  at("language").addEventListener("change", event => speak(event.target.value));
  addEventListener("keydown", event => {
    const way = KEYS[event.key], on = event.target;
    const own = on.matches("select") || (event.key === " " && on.matches("button, summary"));
    if (!way || own || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    event.preventDefault();
    WAYS[way]();
  });
  at("turns").addEventListener("keydown", event => {
    const buttons = [...at("turns").querySelectorAll("button")], by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const next = by && buttons[buttons.indexOf(event.target) + by];
    if (!next || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    event.preventDefault();
    next.focus({ preventScroll: true });
    go(Number(next.value));
  });
  // On paper: the list of turns, with the last board.
  let before = 0;
  addEventListener("beforeprint", () => { stop(); before = place; show(count() - 1, false); });
  addEventListener("afterprint", () => show(before));
  window.replay = { count: count(), show, canvas: at("board"), hands, place: () => place };
};

if ("DecompressionStream" in window) window.begun = begin();
else at("trouble").hidden = false;
