/** A game that is open in two tabs: neither tab overwrites the other's progress without asking. */

/**
 * Guards the stored game. `kept` returns it, `words` the template of the message, `choose` gets "load" or "here".
 * Returns the `box` of the message, `free`, which is false while the visitor has to choose, and `know`, which
 * records what this tab has read or written.
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
