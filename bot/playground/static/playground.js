// Tabs of people; each person has a table pane and a pane of private messages, loaded on first use.
const SHAPES = { triangle: "▲", circle: "●", square: "■", diamond: "◆", star: "★" };
const tabs = document.getElementById("people");
const places = document.getElementById("places");
const panes = document.getElementById("panes");
const language = document.getElementById("language");
const locale = document.getElementById("locale");
const help = document.getElementById("help");
const helpToggle = document.getElementById("help-toggle");
const choose = document.getElementById("choose");
const chooseToggle = document.getElementById("choose-toggle");
const offers = document.getElementById("offers");
const gone = document.getElementById("gone");
const LABELS = { table: (name, table) => `#${table}, seen by ${name}`, private: (name) => `Private messages of ${name}` };
let current = null;
let place = "table";
let known = { table: "", people: [], match: null };
let drawn = "";
let offered = false;
const seen = {};

function element(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

function here() {
  return known.people.filter((person) => person.here);
}

function openPerson(person) {
  const box = element("section", { class: "person", id: `person-${person.id}`, "aria-label": person.name });
  for (const key of ["table", "private"]) {
    const frame = element("iframe", { src: person.places[key].address, title: LABELS[key](person.name, known.table) });
    box.append(element("div", { class: `place ${key}` }, element("h2", {}, frame.title), frame));
  }
  panes.append(box);
  return box;
}

function show() {
  for (const box of panes.children) box.hidden = true;
  const person = known.people.find((item) => item.id === current);
  const box = document.getElementById(`person-${current}`) || openPerson(person);
  box.hidden = false;
  box.classList.toggle("show-private", place === "private");
  locale.value = person.locale;
  localStorage.setItem("person", person.name);
  draw();
}

function news(person, key) {
  const now = person.places[key].messages;
  const mine = (seen[person.id] ??= {});
  const narrow = getComputedStyle(places).display !== "none";
  if (mine[key] === undefined || (person.id === current && (!narrow || place === key))) mine[key] = now;
  return now > mine[key];
}

function marks(toMove, fresh) {
  const found = [];
  if (toMove) found.push(element("span", { class: "badge" }, "to move"));
  if (fresh) found.push(element("span", { class: "dot", title: "something new", "aria-label": "something new" }));
  return found;
}

function draw() {
  const focused = document.activeElement?.dataset?.key;
  tabs.replaceChildren(...here().map((person) => {
    const shape = SHAPES[person.mark?.shape] ?? "";
    const fresh = [news(person, "table"), news(person, "private")].some(Boolean);
    const tab = element("button", { type: "button", role: "tab", "data-key": person.id, "aria-selected": person.id === current },
      person.spectator ? `${person.name} (watches)` : `${shape} ${person.name}`.trim(), ...marks(person.toMove, fresh));
    tab.style.setProperty("--seat", person.mark?.colour ?? "#9aa3b8");
    tab.classList.toggle("away", !person.plays && !person.spectator);
    tab.title = [person.manages && "manages the server", !person.plays && "not at the table"].filter(Boolean).join(", ");
    tab.addEventListener("click", () => { current = person.id; show(); });
    return tab;
  }));
  const person = known.people.find((item) => item.id === current);
  places.replaceChildren(...["table", "private"].map((key) => {
    const tab = element("button", { type: "button", role: "tab", class: "plain", "data-key": key, "aria-selected": place === key },
      key === "table" ? `#${known.table}` : "Private messages", ...marks(false, news(person, key)));
    tab.addEventListener("click", () => { place = key; show(); });
    return tab;
  }));
  if (focused) document.querySelector(`[data-key="${focused}"]`)?.focus();
}

async function read() {
  try {
    const answer = await fetch("/people.json", { cache: "no-store" });
    known = await answer.json();
    gone.hidden = true;
  } catch { gone.hidden = false; return; }
  if (known.match === null && !offered) toggleChoose(offered = true);
  if (!here().some((person) => person.id === current)) {
    const name = localStorage.getItem("person");
    current = (here().find((person) => person.name === name) || here()[0]).id;
    show();
  } else if (JSON.stringify(known) !== drawn) draw();
  drawn = JSON.stringify(known);
}

function toggleHelp(open) {
  help.hidden = !open;
  helpToggle.setAttribute("aria-expanded", String(open));
  localStorage.setItem("help", open ? "open" : "shut");
}

function toggleChoose(open) {
  choose.hidden = !open;
  // The open dialog covers the header, so the choice of the language is in the dialog meanwhile.
  if (open) document.getElementById("choose-title").after(language);
  else chooseToggle.before(language);
  chooseToggle.setAttribute("aria-expanded", String(open));
  document.getElementById("choose-warning").hidden = !["lobby", "playing", "frozen"].includes(known.match?.status);
}

async function play(game, seats, computers) {
  const buttons = [...offers.querySelectorAll("button")];
  for (const button of buttons) button.disabled = true;
  try {
    await fetch("/play", { method: "POST", body: JSON.stringify({ game, seats, computers }) });
    localStorage.removeItem("person");
    current = null;
    await read();
    toggleChoose(false);
  } finally {
    for (const button of buttons) button.disabled = false;
  }
}

async function readGames() {
  const answer = await fetch("/games.json", { cache: "no-store" });
  offers.replaceChildren(...(await answer.json()).map((game) => {
    const offer = (label, seats, computers) => {
      const button = element("button", { type: "button" }, label);
      button.addEventListener("click", () => play(game.id, seats, computers));
      return button;
    };
    const buttons = game.seats.map((seats) => offer(seats === 1 ? "Alone" : `${seats} players`, seats, false));
    const least = game.seats.find((seats) => seats > 1);
    if (least) buttons.unshift(offer(least === 2 ? "Against a computer" : "Against computers", least, true));
    return element("article", { class: "offer" }, element("h2", {}, game.title), element("p", {}, game.blurb),
      element("div", {}, ...buttons));
  }));
}

chooseToggle.addEventListener("click", () => toggleChoose(choose.hidden));
document.getElementById("choose-close").addEventListener("click", () => toggleChoose(false));
helpToggle.addEventListener("click", () => toggleHelp(help.hidden));
document.getElementById("help-close").addEventListener("click", () => toggleHelp(false));
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  toggleHelp(false);
  toggleChoose(false);
});
locale.addEventListener("change", async () => {
  const chosen = locale.value;
  known.people.find((person) => person.id === current).locale = chosen;
  await fetch("/locale", { method: "POST", body: JSON.stringify({ id: current, locale: chosen }) });
});
toggleHelp(localStorage.getItem("help") === "open");
await readGames();
await read();
setInterval(read, 1000);
