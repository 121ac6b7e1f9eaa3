/**
 * The meaning of a word in a bubble beside it: move the mouse onto the word, tap it, or give it the focus; Escape,
 * another tap or leaving it closes the bubble. A tap that begins on the bubble presses nothing below it. A new page
 * that puts a word under a resting mouse opens nothing. The bubble also shows what is hidden inside the word, such as
 * pictures. panel.js loads this file when a panel has a `[data-term]`.
 */
const EDGE = 8; // pixels between the bubble and the window's edge
let bubbles = 0;

/** Explains the terms in `root`; `on` adds listeners. Call the returned function after the panel has changed. */
export function explaining(root, on) {
  const page = root.ownerDocument;
  const bubble = Object.assign(page.createElement("div"), { className: "tk-bubble", id: `tk-bubble-${(bubbles += 1)}`, hidden: true });
  bubble.setAttribute("role", "tooltip");
  root.append(bubble);
  let word = null; // the word that is explained
  let held = false; // true if it was tapped, and not only hovered

  function close() {
    word?.setAttribute("aria-expanded", "false");
    word?.removeAttribute("aria-describedby");
    [word, held, bubble.hidden] = [null, false, true];
  }

  function open(next, hold) {
    if (next !== word) close();
    [word, held] = [next, held || hold];
    const name = Object.assign(page.createElement("b"), { textContent: next.dataset.name });
    const pictures = next.querySelector("[hidden]")?.cloneNode(true);
    pictures?.removeAttribute("hidden");
    bubble.replaceChildren(name, ` ${next.dataset.term}`, ...(pictures ? [pictures] : []));
    next.setAttribute("aria-expanded", "true");
    next.setAttribute("aria-describedby", bubble.id);
    bubble.hidden = false;
    put();
  }

  /** Places the bubble above the word, as buttons lie below it, or below if there is no room, within the panel's sides. */
  function put() {
    const [at, around, own] = [word.getClientRects()[0] ?? word.getBoundingClientRect(), root.getBoundingClientRect(), bubble.getBoundingClientRect()];
    const left = Math.max(EDGE, Math.min(at.left - around.left, around.width - own.width - EDGE));
    const above = at.top - own.height - 4 >= EDGE;
    bubble.style.left = `${left}px`;
    bubble.style.top = `${(above ? at.top - own.height - 4 : at.bottom + 4) - around.top}px`;
  }

  const termOf = (event) => event.target.closest?.("[data-term]");
  on(root, "click", (event) => {
    const found = termOf(event);
    if (!found) return;
    if (found === word && held) close();
    else open(found, true);
  });
  on(root, "pointermove", (event) => {
    const found = termOf(event);
    if (found && found !== word && !held && event.pointerType === "mouse") open(found, false);
  });
  on(root, "pointerout", (event) => {
    if (termOf(event) === word && !held && !bubble.contains(event.relatedTarget)) close();
  });
  on(root, "focusin", (event) => {
    const found = termOf(event);
    if (found?.matches(":focus-visible")) open(found, false);
    else if (word && found !== word && (!held || event.target.matches(":focus-visible"))) close(); // not a tap: see click
  });
  on(root, "focusout", (event) => {
    if (termOf(event) === word && !root.contains(event.relatedTarget)) close();
  });
  on(root, "keydown", (event) => {
    if (event.key !== "Escape" || !word) return;
    event.preventDefault(); // it closes the bubble and nothing else
    close();
  }, { capture: true });
  let covered = false; // true if the tap began on the bubble, which may be gone at its click
  on(page, "pointerdown", (event) => { covered = event.composedPath().includes(bubble); }, { capture: true });
  on(page, "click", (event) => {
    if (!held || (!covered && event.composedPath().some((node) => node.dataset?.term !== undefined))) return;
    close();
    if (!covered) return;
    event.preventDefault();
    event.stopPropagation();
  }, { capture: true });
  return () => { if (word && !word.isConnected) close(); };
}
