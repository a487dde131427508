// Stay with the newest message, as Discord does, unless the reader has scrolled up.
const timeline = document.getElementById("channel-timeline");
const NEAR = 80;
let following = true;
let byHand = 0;

const atEnd = () => timeline.scrollHeight - timeline.scrollTop - timeline.clientHeight < NEAR;
const toEnd = () => { if (following) timeline.scrollTop = timeline.scrollHeight; };

for (const kind of ["wheel", "touchmove", "pointerdown", "keydown"]) {
  timeline.addEventListener(kind, () => { byHand = Date.now(); }, { passive: true });
}
timeline.addEventListener("scroll", () => { if (Date.now() - byHand < 800) following = atEnd(); }, { passive: true });
// What one does oneself is answered below: a command sent, a button pressed.
document.getElementById("channel-composer").addEventListener("keydown", (event) => {
  if (event.key === "Enter") following = true;
});
document.getElementById("new-messages").addEventListener("click", () => { following = true; });
new ResizeObserver(toEnd).observe(document.getElementById("channel-message-list"));
new ResizeObserver(toEnd).observe(timeline);
