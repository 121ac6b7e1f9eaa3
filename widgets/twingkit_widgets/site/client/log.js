/** The log of the messages of a page's panels, limited to the latest. */
const SAID = 200; // lines that it keeps

/** The log: `part` finds the template of its words. It is not a live region, because the panels have announced it already. */
export function sayings(page, part) {
  const log = page.createElement("section");
  log.className = "tk-panel tk-said";
  const alerts = new WeakMap(); // panel -> the alert in it, as it is in the log

  /** Returns an empty log in the page's language: messages in another one cannot be translated. */
  function begin(lang) {
    const words = part("said");
    if (!words) return;
    log.lang = lang;
    log.setAttribute("aria-label", words.dataset.name);
    const open = log.querySelector("details")?.open;
    log.hidden = true; // until something is said
    log.replaceChildren(words.content.cloneNode(true));
    log.querySelector("details").open = Boolean(open);
  }

  /** Adds a message, the latest first. */
  function note(text) {
    const list = log.querySelector("[data-log]");
    const line = text.trim();
    if (!list || !line || list.firstElementChild?.textContent === line) return;
    log.querySelector("[data-last]").textContent = line;
    log.hidden = false;
    list.prepend(Object.assign(page.createElement("li"), { textContent: line }));
    if (list.children.length > SAID) list.lastElementChild.remove();
    list.setAttribute("start", String(Number(list.dataset.count ?? 0) + 1));
    list.dataset.count = list.getAttribute("start");
  }

  /** Adds an alert, which a screen reader announces by itself. */
  function warned(panel) {
    const alert = panel?.querySelector("[role=alert]");
    const texts = [...(alert?.querySelectorAll("p") ?? [])].map((paragraph) => paragraph.textContent);
    const text = alert ? (texts.length ? texts.join(" ") : alert.textContent) : "";
    if (text && alerts.get(panel) !== text) note(text);
    if (panel) alerts.set(panel, text);
  }

  return { log, begin, note, warned };
}
