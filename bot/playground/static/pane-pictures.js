// simcord renders a changed message again, and its pictures are missing until they are loaded again. Until then, the old
// picture stays in the place of the new one, and so does the height of the message.
const SLOT = ".media-lightbox-trigger, .media-unavailable";
const STAND_IN = "stand-in";

const slotsIn = (nodes) => [...nodes].filter((node) => node instanceof Element)
  .flatMap((node) => (node.matches(SLOT) ? [node] : [...node.querySelectorAll(SLOT)]));
const loaded = (image) => image.complete && image.naturalWidth > 0;
const pictureIn = (slot) => [...slot.querySelectorAll("img")].find(loaded);

function standIn(slot, picture) {
  const image = slot.querySelector("img");
  if (!picture || (image && loaded(image))) return;
  picture.classList.add(STAND_IN);
  picture.classList.remove("waiting");
  if (!image) {
    slot.replaceChildren(picture);
    return;
  }
  image.classList.add("waiting");
  slot.prepend(picture);
  image.addEventListener("load", async () => {
    await image.decode().catch(() => {});
    image.classList.remove("waiting");
    picture.remove();
  }, { once: true });
}

function replace(records) {
  const gone = new Map();
  for (const record of records) {
    const slots = slotsIn(record.removedNodes);
    if (!slots.length) continue;
    if (record.target.matches("[data-message-id]")) gone.set(record.target, [...(gone.get(record.target) ?? []), ...slots]);
    else slotsIn(record.addedNodes).forEach((slot, index) => { if (slots[index]) standIn(slot, pictureIn(slots[index])); });
  }
  for (const [message, slots] of gone) {
    slotsIn([message]).forEach((slot, index) => { if (slots[index]) standIn(slot, pictureIn(slots[index])); });
  }
}

export function keepPictures(list) {
  new MutationObserver(replace).observe(list, { childList: true, subtree: true });
}
