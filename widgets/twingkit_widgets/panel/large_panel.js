/**
 * The client of large panels: a pressed control that stays where it is, the keys of a tree, the element that has the
 * focus next (what has just come, or what had it before), and the room between the bars at the edges of the window.
 * panel.js loads this file when a panel has such a part.
 */
/** The item of a tree that a key leads to; the item itself if the key opens or closes it. */
export function climb(tree, from, key, step) {
  const items = [...tree.querySelectorAll("[role=treeitem]")].filter((item) => !item.parentElement.closest("[role=treeitem][aria-expanded=false]"));
  const here = from.closest("[role=treeitem]");
  const open = here.getAttribute("aria-expanded");
  if (key === "Enter" || key === " ") return here;
  if (key === "ArrowRight") return open === "false" ? here : open === "true" ? step(items, here, "ArrowDown") : undefined;
  if (key === "ArrowLeft") return open === "true" ? here : here.parentElement.closest("[role=treeitem]") ?? undefined;
  return step(items, here, key);
}

/** The places of a pressed control and its ancestors in the window, innermost first: see `data-stay`. */
export function standing(pressed) {
  const places = [];
  if (!pressed?.isConnected || !pressed.closest("[data-stay]")) return places;
  for (let at = pressed; !at.matches("[data-stay]"); at = at.parentNode) places.push([at, at.getBoundingClientRect().top]);
  return places;
}

/** Scrolls so that the pressed control, or the innermost ancestor left, is where it was before. */
export function hold(win, places) {
  const [at, top] = places.find(([each]) => each.isConnected) ?? [];
  const moved = at ? at.getBoundingClientRect().top - top : 0;
  if (Math.abs(moved) >= 1) win.scrollBy({ top: moved, behavior: "instant" });
}

const seen = new WeakMap(); // what takes the focus when it comes -> its data-arrives
const before = new WeakMap(); // what took the focus as it came -> what had it before

/** What has come, or has a new `data-arrives`: it takes the focus from `focused`, the last one first. */
export function arrival(body, focused) {
  const parts = [...body.querySelectorAll("[data-arrives]")].filter((part) => seen.get(part) !== part.dataset.arrives);
  for (const part of parts) seen.set(part, part.dataset.arrives);
  const part = focused ? parts.at(-1) : undefined;
  if (part && !part.contains(focused)) before.set(part, focused);
  return part;
}

/** What had the focus before the parts came that have gone now. */
export const earlier = (parts) => parts.filter((part) => !part.isConnected).map((part) => before.get(part));

/** The neighbours of a control in its group, the next one first: one of them gets the focus if the control is removed. */
export function beside(focused) {
  const items = [...(focused.closest("[data-roving]")?.querySelectorAll("button") ?? [])];
  const at = items.indexOf(focused);
  return at < 0 ? [] : [...items.slice(at + 1), ...items.slice(0, at).reverse()];
}

const EDGES = 12; // pixels left between what is asked and the edges of the window

/** Says how much of the window the bars at its edges take, and gives `data-grows` what all that is asked leaves. */
export function measure(root, body) {
  const win = body.ownerDocument.defaultView;
  const room = { head: 0, foot: 0 };
  for (const [bar, edge] of [["head", "top"], ["foot", "bottom"]]) {
    for (const part of body.querySelectorAll(`[data-${bar}]`)) {
      const style = win.getComputedStyle(part);
      if (style.position === "sticky") room[bar] = Math.max(room[bar], part.offsetHeight + parseFloat(style[edge]));
    }
    root.style.setProperty(`--tk-${bar}`, `${room[bar]}px`);
  }
  for (const part of body.querySelectorAll("[data-grows]")) {
    part.style.maxHeight = "";
    const least = parseFloat(win.getComputedStyle(part).maxHeight);
    const boxes = [...body.querySelectorAll("[data-asked]")].map((asked) => asked.getBoundingClientRect()).filter(({ height }) => height);
    const asked = Math.max(...boxes.map(({ bottom }) => bottom)) - Math.min(...boxes.map(({ top }) => top));
    const left = win.innerHeight - room.head - room.foot - asked - EDGES;
    if (least && left > 0) part.style.maxHeight = `${least + left}px`;
  }
}

/** Measures whenever the panel gets another size, until `signal` ends that. */
export function measuring(root, body, signal) {
  const sizes = new root.ownerDocument.defaultView.ResizeObserver(() => measure(root, body));
  sizes.observe(body);
  signal.addEventListener("abort", () => sizes.disconnect());
}
