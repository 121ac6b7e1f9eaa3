/**
 * The client of the page's frame: language, theme and what was done live in the browser, so that a reload,
 * another page or a new kernel finds them again. frame.py says what each trait means.
 */
const LEAVING = ["battle", "rule", "step"]; // what an address can name and a later action leaves behind

/** Reads or writes what this browser keeps; a page without storage forgets, and works. */
export function memory(key, value) {
  try {
    if (value === "") localStorage.removeItem(key);
    else if (value !== undefined) localStorage.setItem(key, value);
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** The address of the page as it is now: this one with another query and nothing after it. */
export function shared(here, query) {
  const address = new URL(here);
  address.search = query;
  address.hash = "";
  return address.href;
}

/** The address without what it named, once the page has moved on. */
export function left(here) {
  const address = new URL(here);
  // Not searchParams: it would spell the rest of the query anew.
  const parts = address.search.slice(1).split("&").filter((part) => !LEAVING.includes(part.split("=")[0]));
  address.search = parts.join("&");
  return address.href;
}

/** Shows the theme and remembers it; the site's own page does it itself. */
function theme(page, choice) {
  if (typeof twingkit === "object") return twingkit.theme(choice);
  const wanted = memory("tk-theme", choice) ?? choice ?? "auto";
  if (wanted === "light" || wanted === "dark") page.documentElement.dataset.tkTheme = wanted;
  else delete page.documentElement.dataset.tkTheme;
  return wanted;
}

/** Remembers the language. */
function language(page, choice) {
  if (typeof twingkit === "object") twingkit.language(choice);
  else memory("tk-lang", choice);
  page.documentElement.lang = choice;
}

function render({ model, el }) {
  const page = el.ownerDocument;
  const win = page.defaultView;
  const stop = new AbortController();
  const key = `tk-state:${model.get("page")}`;
  const root = page.createElement("div");
  const body = page.createElement("div");
  const status = page.createElement("div");
  root.className = "tk-panel tk-frame-panel";
  [body.className, status.className] = ["tk-body", "tk-status"];
  status.setAttribute("role", "status");
  root.append(body, status);

  function send(act, value = null) {
    try {
      model.send({ act, value });
    } catch (error) {
      win.dispatchEvent(new win.CustomEvent("twingkit:dead", { detail: String(error) }));
    }
  }

  function open(wide) {
    root.toggleAttribute("data-menu", wide);
    body.querySelector("[data-frame=menu]")?.setAttribute("aria-expanded", String(wide));
  }

  function show() {
    const focused = page.activeElement;
    const kept = body.contains(focused) ? focused.dataset.key : null;
    const wide = root.hasAttribute("data-menu");
    body.innerHTML = model.get("html");
    const choice = body.querySelector("[data-frame=theme]");
    if (choice) choice.value = memory("tk-theme") ?? "auto";
    open(wide);
    root.lang = model.get("lang");
    page.querySelector("a.tk-skip")?.setAttribute("href", "#tk-content");
    if (!kept) return;
    const target = body.querySelector(`[data-key="${win.CSS.escape(kept)}"]`) ?? body.querySelector("#tk-content");
    target.focus({ preventScroll: true });
  }

  const title = () => { if (model.get("title")) page.title = `${model.get("title")} · twingkit`; };
  const say = () => { status.textContent = model.get("status"); };

  function speak(choice) {
    language(page, choice);
    const address = new win.URL(win.location.href);
    if (address.searchParams.has("lang")) {
      // A reload keeps the choice; the rest of the query stays as it is spelled.
      address.search = address.search.replace(/([?&]lang=)[^&]*/, `$1${choice}`);
      win.history.replaceState(win.history.state, "", address.href);
    }
    model.set("lang", choice);
    try {
      model.save_changes();
    } catch (error) {
      win.dispatchEvent(new win.CustomEvent("twingkit:dead", { detail: String(error) }));
    }
  }

  function keep() {
    memory(key, model.get("state"));
    const address = left(win.location.href);
    if (address !== win.location.href) win.history.replaceState(win.history.state, "", address);
  }

  /** The address bar follows what is open, so that back, forward and a reload do what one expects. */
  function follow() {
    if (!model.get("follows")) return;
    const address = shared(win.location.href, model.get("share"));
    const what = (href) => LEAVING.map((name) => new URL(href).searchParams.get(name)).join();
    if (what(address) !== what(win.location.href)) win.history.pushState(null, "", address);
  }

  async function copy(button) {
    const address = shared(win.location.href, model.get("share"));
    try {
      await win.navigator.clipboard.writeText(address);
      status.textContent = button.dataset.copied;
      const label = button.textContent;
      button.textContent = button.dataset.copied;
      setTimeout(() => { button.textContent = label; }, 2500);
    } catch {
      win.prompt(button.dataset.byHand, address); // no clipboard here: the person copies it
    }
  }

  const on = (node, type, listen) => node.addEventListener(type, listen, { signal: stop.signal });
  on(root, "click", (event) => {
    const act = event.target.closest("[data-act]");
    if (act) memory(key, ""); // taken up or left: what is done from now on is kept anew
    if (act) send(act.dataset.act, act.dataset.value ?? null);
    const button = event.target.closest("button[data-frame]");
    if (button?.dataset.frame === "menu") open(!root.hasAttribute("data-menu"));
    if (button?.dataset.frame === "lang") speak(button.dataset.value);
    if (button?.dataset.frame === "copy") copy(button);
  });
  on(root, "change", (event) => {
    if (event.target.dataset.frame === "theme") theme(page, event.target.value);
  });
  on(root, "keydown", (event) => {
    if (event.key === "Escape" && root.hasAttribute("data-menu")) {
      open(false);
      body.querySelector("[data-frame=menu]").focus();
    }
  });

  on(page, "focusin", (event) => {
    const top = event.target.closest?.("[data-top]"); // a new step begins: its title comes into sight
    if (top && top.getBoundingClientRect().top < 0) top.scrollIntoView({ block: "start" });
  });
  on(win, "popstate", () => {
    if (model.get("follows")) send("visit", win.location.search.slice(1));
  });

  const watched = { "change:html": show, "change:title": title, "change:status": say, "change:state": keep, "change:share": follow };
  for (const [event, listen] of Object.entries(watched)) model.on(event, listen);
  show();
  title();
  theme(page);
  page.documentElement.dataset.tkKeys = "page"; // the panels' keys also work while nothing has the focus
  el.append(root);

  const asked = new win.URLSearchParams(win.location.search).get("lang");
  const remembered = memory("tk-lang");
  if (!asked && ["en", "de"].includes(remembered) && remembered !== model.get("lang")) speak(remembered);
  else page.documentElement.lang = model.get("lang");
  const before = memory(key);
  if (before && !model.get("named")) send("offer", before);

  return () => {
    stop.abort();
    for (const [event, listen] of Object.entries(watched)) model.off(event, listen);
    root.remove();
  };
}

export default { render };
