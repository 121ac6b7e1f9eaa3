/**
 * The client of large panels: a pressed control stays in its place, the keys of a tree, the element that gets the
 * focus next (a new element, or the previous one), and folds that open between the bars at the edges of the window.
 * panel.js loads this file when a panel has such a part.
 */
/** Returns the item of a tree that a key moves to; the item itself if the key opens or closes it. */
export function climb(tree, from, key, step) {
  const items = [...tree.querySelectorAll("[role=treeitem]")].filter((item) => !item.parentElement.closest("[role=treeitem][aria-expanded=false]"));
  const here = from.closest("[role=treeitem]");
  const open = here.getAttribute("aria-expanded");
  if (key === "Enter" || key === " ") return here;
  if (key === "ArrowRight") return open === "false" ? here : open === "true" ? step(items, here, "ArrowDown") : undefined;
  if (key === "ArrowLeft") return open === "true" ? here : here.parentElement.closest("[role=treeitem]") ?? undefined;
  return step(items, here, key);
}

/** Returns the positions of a pressed control and its ancestors in the window, innermost first (`data-stay`). */
export function standing(pressed) {
  const places = [];
  if (!pressed?.isConnected || !pressed.closest("[data-stay]")) return places;
  for (let at = pressed; !at.matches("[data-stay]"); at = at.parentNode) places.push([at, at.getBoundingClientRect().top]);
  return places;
}

/** Scrolls so that the pressed control, or its innermost remaining ancestor, stays in its place. */
export function hold(win, places) {
  const [at, top] = places.find(([each]) => each.isConnected) ?? [];
  const moved = at ? at.getBoundingClientRect().top - top : 0;
  if (Math.abs(moved) >= 1) win.scrollBy({ top: moved, behavior: "instant" });
}

const seen = new WeakMap(); // what takes the focus when it comes -> its data-arrives
const before = new WeakMap(); // what took the focus as it came -> what had it before

/** Returns elements that are new or have a new `data-arrives`, the last one first: they take the focus from `focused`. */
export function arrival(body, focused) {
  const parts = [...body.querySelectorAll("[data-arrives]")].filter((part) => seen.get(part) !== part.dataset.arrives);
  for (const part of parts) seen.set(part, part.dataset.arrives);
  const part = focused ? parts.at(-1) : undefined;
  if (part && !part.contains(focused)) before.set(part, focused);
  return part;
}

/** Returns the element that had the focus before the parts appeared that are gone now. */
export const earlier = (parts) => parts.filter((part) => !part.isConnected).map((part) => before.get(part));

/** Returns the neighbours of a control in its group, the next one first: one gets the focus if the control is removed. */
export function beside(focused) {
  const items = [...(focused.closest("[data-roving]")?.querySelectorAll("button") ?? [])];
  const at = items.indexOf(focused);
  return at < 0 ? [] : [...items.slice(at + 1), ...items.slice(0, at).reverse()];
}

/** Brings an opened fold between the bars at the edges, after what is asked below it if that was in sight. */
function bringOpened({ target }, body) {
  const opened = target.closest("summary")?.parentNode;
  const win = body.ownerDocument.defaultView;
  const below = [...(opened ? body.querySelectorAll("[data-asked]") : [])].filter((part) => {
    const follows = opened.compareDocumentPosition(part) & win.Node.DOCUMENT_POSITION_FOLLOWING;
    return follows && part.getBoundingClientRect().top < win.innerHeight;
  });
  if (opened) win.setTimeout(() => opened.open && [...below, opened].forEach((part) => part.scrollIntoView({ block: "nearest" })));
}

/** Brings what is opened between the bars at the edges, until `signal` aborts. */
export const bringing = (root, body, signal) => root.addEventListener("click", (event) => bringOpened(event, body), { signal });
