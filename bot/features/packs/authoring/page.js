"use strict";
// The page of a preview. It asks for the pack and then for news; what hasn't changed keeps its place on the page.
const LOCALES = ["en", "hu", "es"];
const find = (id) => document.getElementById(id);
const cards = new Map();
let pack = null;
let locale = ["hu", "es"].find((one) => navigator.language.startsWith(one)) || "en";
try { locale = localStorage.getItem("language") || locale; } catch { /* A browser may keep nothing. */ }

function made(name, text, kind) {
  const element = document.createElement(name);
  if (text) element.textContent = text;
  if (kind) element.className = kind;
  return element;
}

function say(word, n) {
  return pack.words[locale][word].replace("{n}", n);
}

// A fault as a line of a list; one that is in a card leads there.
function told(fault, leads) {
  const item = made("li");
  const where = fault.line ? `${fault.file}, ${say("line", fault.line)}` : fault.file;
  item.append(made("code", where));
  const text = [fault.place[locale], fault.text[locale]].filter(Boolean).join(": ");
  if (leads && fault.record && find(`card-${fault.record}`)) {
    const link = made("a", text);
    link.href = `#card-${fault.record}`;
    item.append(link);
  } else item.append(text);
  return item;
}

// The cards of the pack, and before them those that can't be drawn.
function listed() {
  const broken = Object.entries(pack.broken).map(([record, waits]) => (
    { id: record, record, own: true, texts: null, pictures: null, waits }));
  return [...broken, ...pack.cards];
}

function article(card) {
  const faults = pack.faults.filter((fault) => fault.record === card.record);
  const look = JSON.stringify([card, faults, locale]);
  const kept = cards.get(card.id);
  if (kept && kept.look === look) return kept.element;
  const element = made("article", "", faults.length || !card.texts ? "wrong" : "");
  if (faults.length) {
    const list = made("ul", "", "faults");
    list.append(...faults.map((fault) => told(fault, false)));
    element.append(list);
  }
  if (card.texts) element.append(picture(card), texts(card));
  else element.append(faults.length || !card.waits.length ? made("p", say("broken")) : waiting(card.waits));
  element.append(made("p", card.id === card.record ? card.id : `${card.id} · ${card.record}`, "id"));
  cards.set(card.id, { look, element });
  return element;
}

// What a card waits for, each leading there.
function waiting(others) {
  const line = made("p", say("waits", ""));
  others.forEach((other, number) => {
    const link = made("a", other);
    link.href = `#card-${other}`;
    line.append(number ? ", " : "", link);
  });
  return line;
}

function picture(card) {
  const button = made("button", "", "picture");
  button.type = "button";
  const image = made("img");
  image.loading = "lazy";
  image.decoding = "async";
  image.alt = card.texts[locale].name;
  image.src = `/pictures/${card.pictures[locale]}.png`;
  button.append(image);
  button.addEventListener("click", () => {
    const large = find("large");
    large.querySelector("img").src = image.src;
    large.querySelector("button").textContent = say("close");
    large.showModal();
  });
  return button;
}

function texts(card) {
  const block = made("div", "", "texts");
  for (const one of LOCALES) {
    const section = made("section", "", one === locale ? "chosen" : "");
    section.lang = one;
    const text = card.texts[one];
    section.append(made("h2", text.name), made("p", text.kind, "kind"), made("p", text.text, "text"));
    if (text.flavour) section.append(made("p", text.flavour, "flavour"));
    block.append(section);
  }
  return block;
}

function wanted(card) {
  const words = find("find").value.trim().toLowerCase();
  const wrong = !card.texts || pack.faults.some((fault) => fault.record === card.record);
  if (find("wrong").checked && !wrong) return false;
  if (!card.own && !find("ours").checked && !wrong) return false;
  if (find("kind").value && (!card.texts || card.texts.en.kind !== find("kind").value)) return false;
  const all = card.texts ? LOCALES.map((one) => `${card.texts[one].name}\n${card.texts[one].text}`).join("\n") : "";
  return !words || `${card.id}\n${card.record}\n${all}`.toLowerCase().includes(words);
}

function kinds() {
  const select = find("kind");
  const chosen = select.value;
  const found = new Map(pack.cards.map((card) => [card.texts.en.kind, card.texts[locale].kind]));
  select.replaceChildren(new Option(say("kinds"), ""), ...[...found].map(([kind, name]) => new Option(name, kind)));
  select.value = found.has(chosen) ? chosen : "";
}

// Puts elements in order with as few moves as there must be, so that nothing that stays jumps.
function arrange(holder, elements) {
  const stay = new Set(elements);
  for (const child of [...holder.children]) if (!stay.has(child)) child.remove();
  let next = holder.firstElementChild;
  for (const element of elements) {
    if (element === next) next = next.nextElementSibling;
    else holder.insertBefore(element, next);
  }
}

function filtered() {
  const shown = listed().filter(wanted);
  const seen = new Set();
  const elements = shown.map((card) => {
    const element = article(card);
    // The first of a record is where its faults lead.
    if (seen.has(card.record)) element.removeAttribute("id");
    else element.id = `card-${card.record}`;
    seen.add(card.record);
    return element;
  });
  arrange(find("cards"), elements);
  find("count").textContent = say("shown", shown.length);
  find("none").hidden = shown.length > 0;
  find("none").textContent = say("none");
}

// What the reader looks at stays where it is on the screen, whatever grows or shrinks above it.
function steady(change) {
  const at = [...find("cards").children].find((element) => element.getBoundingClientRect().bottom > 80);
  const name = at && at.querySelector(".id").textContent;
  const before = at ? at.getBoundingClientRect().top : 0;
  change();
  if (!name || scrollY === 0) return;
  const now = [...find("cards").children].find((element) => element.querySelector(".id").textContent === name);
  if (now) scrollBy(0, now.getBoundingClientRect().top - before);
}

function show() {
  document.documentElement.lang = locale;
  const about = pack.about;
  const name = about.name ? about.name[locale] : "";
  document.title = name || pack.title[locale];
  find("title").textContent = pack.title[locale];
  find("pack").textContent = [name, about.version && `v${about.version}`, about.note].filter(Boolean).join(" · ");
  const count = pack.faults.length + pack.more;
  find("state").textContent = count ? say("faults", count) : say("sound");
  find("state").className = count ? "wrong" : "";
  find("find").placeholder = say("find");
  find("find").setAttribute("aria-label", say("find"));
  find("kind").setAttribute("aria-label", say("kinds"));
  find("language").setAttribute("aria-label", say("language"));
  find("language").value = locale;
  for (const box of ["ours", "wrong"]) find(box).parentElement.querySelector("span").textContent = say(box);
  find("box").querySelector("summary").textContent = [say("box"), pack.summary].filter(Boolean).join(": ");
  find("box").querySelector("ul").replaceChildren(...pack.box[locale].map((line) => made("li", line)));
  find("box").hidden = pack.box[locale].length === 0;
  kinds();
  filtered();
  find("faults").hidden = count === 0;
  find("faults").querySelector("ol").replaceChildren(...pack.faults.map((fault) => told(fault, true)));
  find("faults").querySelector("p").textContent = pack.more ? say("more", pack.more) : "";
}

async function follow() {
  for (;;) {
    try {
      const answer = await fetch(`/pack.json?after=${pack ? pack.version : ""}`);
      if (answer.status === 200) {
        pack = await answer.json();
        steady(show);
      } else if (answer.status !== 204) throw new Error(String(answer.status));
      find("lost").hidden = true;
    } catch {
      if (pack) {
        find("lost").textContent = say("lost");
        find("lost").hidden = false;
      }
      await new Promise((done) => setTimeout(done, 1000));
    }
  }
}

for (const name of ["find", "kind", "ours", "wrong"]) find(name).addEventListener("input", () => pack && filtered());
find("filter").addEventListener("submit", (event) => event.preventDefault());
find("language").addEventListener("input", (event) => {
  locale = event.target.value;
  try { localStorage.setItem("language", locale); } catch { /* It is asked for again next time. */ }
  if (pack) steady(show);
});
find("large").addEventListener("click", (event) => event.target === find("large") && find("large").close());
follow();
