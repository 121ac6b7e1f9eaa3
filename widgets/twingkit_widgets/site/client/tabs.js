/** A game that is open in two tabs: neither tab overwrites the other's progress without asking. */

/**
 * Guards what is kept. `kept` returns it, `words` the template of what is said, `choose` hears "load" or "here".
 * Returns the `box` in which it is said, `free`, which is false while the visitor has to choose, and `know`, which
 * takes what this tab has read or written for known.
 */
export function oneTab(page, { kept, words, choose }) {
  const box = page.createElement("div");
  box.className = "tk-frame-elsewhere";
  let known = kept() ?? "";

  function know() {
    known = kept() ?? "";
    box.removeAttribute("role");
    box.replaceChildren();
  }

  /** An empty value was deleted on purpose; nothing can be lost. */
  function free() {
    const text = kept() ?? "";
    if (!words() || !text || text === known) return true;
    if (!box.childElementCount) {
      box.setAttribute("role", "alert"); // first: what an alert receives is read aloud
      box.replaceChildren(words().content.cloneNode(true));
    }
    return false;
  }

  box.addEventListener("click", ({ target }) => {
    const button = target.closest("[data-elsewhere]");
    if (!button) return;
    know();
    choose(button.dataset.elsewhere);
  });

  return { box, free, know };
}
