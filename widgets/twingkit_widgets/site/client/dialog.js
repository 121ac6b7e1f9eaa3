/** The dialog of a page: the help with the keys of this page, or the QR code of its link. */

/** The name of a button, without the sign of its key. */
function nameOf(button) {
  const copy = button.cloneNode(true);
  for (const sign of copy.querySelectorAll("kbd, [aria-hidden=true]")) sign.remove();
  return (button.getAttribute("aria-label") ?? copy.textContent).replace(/[‹›«»→←]/g, "").replace(/\s+/g, " ").trim();
}

const visible = (button) => button.checkVisibility?.() !== false && !button.closest("[inert]");

/**
 * The dialog: `part` finds the template of the help, `address` is the link, and `send` requests its QR code from
 * Python. The browser keeps the focus inside the dialog and restores it afterwards.
 */
export function pageDialog(page, model, { part, address, send }) {
  const dialog = page.createElement("dialog");
  dialog.className = "tk-help";
  dialog.setAttribute("aria-labelledby", "tk-help-title");

  /** Returns the current keys of the page's panels, without those that are the same everywhere. */
  function ownKeys() {
    const keys = new Map();
    for (const button of page.querySelectorAll(".tk-panel [data-shortcut]")) {
      const key = button.dataset.shortcut;
      if (/^[\dnu?]$|^Escape$/.test(key) || keys.has(key) || !visible(button)) continue;
      keys.set(key, nameOf(button));
    }
    return [...keys].sort(([one], [other]) => one.localeCompare(other));
  }

  const ownHelp = () => [...page.querySelectorAll('.tk-panel [data-shortcut="?"]')].find(visible);

  /** Opens the help, or closes it. */
  function explain() {
    if (dialog.open) return dialog.close();
    dialog.replaceChildren(part("help").content.cloneNode(true));
    const keys = ownKeys();
    const list = dialog.querySelector("[data-own]");
    list.parentElement.hidden = !keys.length;
    for (const [key, name] of keys) {
      const term = page.createElement("dt");
      term.append(Object.assign(page.createElement("kbd"), { textContent: key.length === 1 ? key : key.replace("Arrow", "") }));
      list.append(term, Object.assign(page.createElement("dd"), { textContent: name }));
    }
    dialog.querySelector("[data-frame=more]").hidden = !ownHelp();
    dialog.showModal();
    return undefined;
  }

  /** Opens a panel's own help. */
  function more() {
    dialog.close();
    ownHelp()?.click();
  }

  let wanted = false; // whether somebody has asked for the QR code and not seen it yet
  /** Opens the QR code of the link, which Python draws. */
  function draw(asks) {
    wanted ||= asks;
    if (!wanted) return;
    const sheet = page.createElement("template");
    sheet.innerHTML = model.get("code") ?? "";
    const drawn = sheet.content.firstElementChild;
    if (drawn?.dataset.address === address() && drawn.lang === model.get("lang")) {
      wanted = false;
      dialog.replaceChildren(sheet.content);
      dialog.showModal();
    } else if (asks) send("qr", address());
  }

  return { dialog, explain, more, draw };
}
