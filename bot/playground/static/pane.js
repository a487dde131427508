// Stay with the newest message, as Discord does, unless the reader has scrolled up.
const timeline = document.getElementById("channel-timeline");
const NEAR = 80;
let following = true;
let byHand = 0;

const atEnd = () => timeline.scrollHeight - timeline.scrollTop - timeline.clientHeight < NEAR;
// An open menu stays where it is.
const choosing = () => timeline.querySelector('[role="combobox"][aria-expanded="true"]') !== null;
const toEnd = () => { if (following && !choosing()) timeline.scrollTop = timeline.scrollHeight; };

for (const kind of ["wheel", "touchmove", "keydown"]) {
  timeline.addEventListener(kind, () => { byHand = Date.now(); }, { passive: true });
}
// A press on the timeline itself is a drag of its scroll bar.
timeline.addEventListener("pointerdown", (event) => { byHand = event.target === timeline ? Date.now() : 0; });
timeline.addEventListener("pointermove", (event) => { if (event.buttons && byHand) byHand = Date.now(); });
timeline.addEventListener("scroll", () => { if (Date.now() - byHand < 800) following = atEnd(); }, { passive: true });
// What one does oneself is answered below: a button pressed, a command sent.
timeline.addEventListener("click", (event) => {
  if (event.target.closest('.message-components button:not([role="combobox"])')) { following = true; byHand = 0; }
});
document.getElementById("channel-composer").addEventListener("keydown", (event) => {
  if (event.key === "Enter") following = true;
});
document.getElementById("new-messages").addEventListener("click", () => { following = true; });
// The page scrolls by itself too when pictures arrive; the last word is ours.
new ResizeObserver(() => requestAnimationFrame(() => requestAnimationFrame(toEnd))).observe(document.getElementById("channel-message-list"));
setInterval(toEnd, 250);

// simcord writes "2 minutes ago" once; Discord lets it grow older.
const UNITS = [["week", 604800], ["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];
const distance = new Intl.RelativeTimeFormat("en-US", { numeric: "auto" });
setInterval(() => {
  for (const time of document.querySelectorAll("time.discord-timestamp[datetime]")) {
    if (time.textContent.includes(":")) continue; // a date with its hour
    const seconds = (Date.parse(time.dateTime) - Date.now()) / 1000;
    const [unit, size] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? UNITS.at(-1);
    const text = distance.format(Math.round(seconds / size), unit);
    if (time.textContent !== text) time.textContent = text;
  }
}, 1000);
