import { keepPictures } from "./pane-pictures.js";

// The timeline stays where the reader is. Only a reader who is at the end is taken along with what is new there.
const timeline = document.getElementById("channel-timeline");
const list = document.getElementById("channel-message-list");
// How many pixels above the end still count as the end.
const NEAR = 16;
let following = true;
// The message at the top of the window, and its distance from there.
let place = null;
// The sizes when the reader's position was last known. If they have changed since, a scroll may not be the reader's.
let sizes = "";

const currentSizes = () => `${timeline.scrollHeight} ${timeline.clientHeight}`;
const distance = (message) => message.getBoundingClientRect().top - timeline.getBoundingClientRect().top;
// An open menu stays where it is.
const choosing = () => timeline.querySelector('[role="combobox"][aria-expanded="true"]') !== null;

function remember() {
  following = timeline.scrollHeight - timeline.scrollTop - timeline.clientHeight < NEAR;
  const top = timeline.getBoundingClientRect().top;
  const message = [...list.querySelectorAll("[data-message-id]")].find((one) => one.getBoundingClientRect().bottom > top);
  place = message ? { id: message.dataset.messageId, top: distance(message) } : null;
}

function noticeScroll() {
  if (sizes === currentSizes()) remember();
  sizes = currentSizes();
}

function stay() {
  const message = place && list.querySelector(`[data-message-id="${place.id}"]`);
  if (following && !choosing()) timeline.scrollTop = timeline.scrollHeight;
  else if (!following && message) timeline.scrollTop += distance(message) - place.top;
  sizes = currentSizes();
}

timeline.addEventListener("scroll", noticeScroll, { passive: true });
// A command that one sends is answered at the end.
document.getElementById("channel-composer").addEventListener("keydown", (event) => {
  if (event.key === "Enter") following = true;
});
document.getElementById("new-messages").addEventListener("click", () => { following = true; stay(); });
keepPictures(list);
// Both observers run before the browser paints, so no frame shows another position.
new MutationObserver(stay).observe(list, { childList: true, subtree: true });
const resized = new ResizeObserver(stay);
resized.observe(list);
resized.observe(timeline);

// simcord writes "2 minutes ago" once; Discord lets it grow older.
const UNITS = [["week", 604800], ["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];
const relative = new Intl.RelativeTimeFormat("en-US", { numeric: "auto" });
setInterval(() => {
  for (const time of document.querySelectorAll("time.discord-timestamp[datetime]")) {
    if (time.textContent.includes(":")) continue; // a date with its hour
    const seconds = (Date.parse(time.dateTime) - Date.now()) / 1000;
    const [unit, size] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? UNITS.at(-1);
    const text = relative.format(Math.round(seconds / size), unit);
    if (time.textContent !== text) time.textContent = text;
  }
}, 1000);
