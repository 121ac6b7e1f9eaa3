/**
 * Dragging in a panel, by mouse, pen or finger: panel.js loads this file when a panel has something to drag.
 * An item over a place where it must not go (`data-never`: such places, separated by blanks) shows that.
 */
const FAR = 6; // pixels that a pressed pointer moves before it drags
const HOLD = 220; // milliseconds that a finger rests before it drags: one that moves earlier scrolls
const EDGE = 56; // pixels from the upper and lower edge of the window where dragging scrolls

/** Makes items draggable: `data-drag` is the item, `data-drop` the place; `drag("what>where")` is called. */
export function dragging(root, on, drag) {
  const page = root.ownerDocument;
  let held = null; // the item that the pointer holds
  let dropped = 0; // when something was dropped: the click that follows means nothing
  const under = () => root.getRootNode().elementFromPoint?.(held.x, held.y)?.closest("[data-drop]") ?? null;

  function follow() {
    const home = root.getBoundingClientRect();
    held.ghost.style.left = `${held.x - home.left - held.dx}px`;
    held.ghost.style.top = `${held.y - home.top - held.dy}px`;
    const zone = under();
    if (zone === held.zone) return;
    held.zone?.removeAttribute("data-over");
    zone?.setAttribute("data-over", held.card.dataset.never?.split(" ").includes(zone.dataset.drop) ? "no" : "");
    held.zone = zone;
  }

  function lift() {
    const { left, top, width } = held.card.getBoundingClientRect();
    [held.dx, held.dy] = [held.x - left, held.y - top];
    held.ghost = held.card.cloneNode(true);
    for (const name of ["id", "data-key", "data-drag", "data-act", "data-shortcut"]) held.ghost.removeAttribute(name);
    held.ghost.classList.add("tk-ghost");
    held.ghost.setAttribute("aria-hidden", "true");
    held.ghost.tabIndex = -1;
    held.ghost.style.width = `${width}px`;
    root.append(held.ghost);
    root.dataset.dragging = "";
    follow();
    scroll();
  }

  function scroll() {
    const win = page.defaultView;
    if (!held?.ghost) return;
    const way = held.y < EDGE ? -8 : held.y > win.innerHeight - EDGE ? 8 : 0;
    if (way) {
      win.scrollBy(0, way);
      follow();
    }
    win.requestAnimationFrame(scroll);
  }

  function end(falls) {
    if (!held) return;
    clearTimeout(held.timer);
    const { card, ghost, zone } = held;
    held = null;
    if (!ghost) return;
    dropped = performance.now();
    ghost.remove();
    zone?.removeAttribute("data-over");
    delete root.dataset.dragging;
    if (falls && zone && root.contains(zone)) drag(`${card.dataset.drag}>${zone.dataset.drop}`);
  }

  on(root, "pointerdown", (event) => {
    const card = event.target.closest("[data-drag]");
    if (!card || event.button || held) return;
    held = { card, x: event.clientX, y: event.clientY, id: event.pointerId, touch: event.pointerType === "touch" };
    if (held.touch) held.timer = setTimeout(lift, HOLD);
  });
  on(page, "pointermove", (event) => {
    if (!held || event.pointerId !== held.id) return;
    const far = Math.hypot(event.clientX - held.x, event.clientY - held.y) > FAR;
    if (!held.ghost && !far) return;
    if (!held.ghost && held.touch) return end(false);
    if (!held.ghost) lift();
    [held.x, held.y] = [event.clientX, event.clientY];
    follow();
  });
  on(page, "pointerup", (event) => { if (held && event.pointerId === held.id) end(true); });
  on(page, "pointercancel", () => end(false));
  on(page, "keydown", (event) => { if (event.key === "Escape") end(false); });
  on(root, "contextmenu", (event) => { if (held?.touch) event.preventDefault(); });
  on(root, "touchmove", (event) => { if (held?.ghost) event.preventDefault(); }, { passive: false });
  // Ignore the click at the end of a drop, but not a key that clicks a button (detail 0).
  on(root, "click", (event) => { if (event.detail && performance.now() - dropped < 100) event.stopImmediatePropagation(); }, { capture: true });
}
