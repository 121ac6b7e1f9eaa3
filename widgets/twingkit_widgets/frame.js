/**
 * The client of the page's frame: language, theme and what was done live in the browser, so that a reload,
 * another page or a new kernel finds them again. frame.py says what each trait means.
 */
const NAMES = ["battle", "rule"]; // what an address can name besides the language
const PAUSE = 200; // milliseconds: a slider that is dragged does not write the address at every step
const SOON = 3000; // milliseconds within which what comes is what the last click asked for

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

/** What an address or a query names, as one text that can be compared. */
export function named(query) {
  const values = new URLSearchParams(query);
  return NAMES.map((name) => values.get(name)).join();
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
  const place = `tk-at:${model.get("page")}`;
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

  /** Keeps what was done, and marks the address as the page's own: a reload goes on, a link to it begins. */
  function keep() {
    memory(key, model.get("state"));
    memory(place, model.get("share"));
    if (!win.history.state?.twingkit) win.history.replaceState({ twingkit: true }, "", win.location.href);
  }

  /** The address bar follows what is shown, so that bookmarks, back, forward and a reload find it again. */
  function follow() {
    memory(place, model.get("share"));
    if (named(model.get("share")) === named(win.location.search)) return;
    if (model.get("follows")) win.history.pushState({ twingkit: true }, "", shared(win.location.href, model.get("share")));
    else later ??= setTimeout(rewrite, PAUSE);
  }

  let later = null;
  function rewrite() {
    later = null;
    win.history.replaceState({ twingkit: true }, "", shared(win.location.href, model.get("share")));
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
    if (act?.dataset.act === "restart") memory(key, ""); // what is done from now on is kept anew
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
    if (event.key.length > 1 || event.key === " " || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.matches("input, select, textarea")) return;
    // Nothing here has keys of its own: they mean the page's panels, which listen while nothing has the focus.
    const passed = new win.KeyboardEvent("keydown", { key: event.key, bubbles: true, cancelable: true });
    if (!page.body.dispatchEvent(passed)) event.preventDefault();
  });

  on(page, "focusin", (event) => {
    const top = event.target.closest?.("[data-top]"); // a new step begins: its title comes into sight
    const room = top && (parseFloat(win.getComputedStyle(top).scrollMarginTop) || 0);
    if (top && top.getBoundingClientRect().top < room) top.scrollIntoView({ block: "start" });
  });
  let acted = 0;
  on(page, "click", (event) => { if (event.target.closest?.("[data-act]")) acted = Date.now(); });
  const opening = new win.MutationObserver((changes) => { // what was asked for comes into sight
    if (Date.now() - acted > SOON) return;
    const added = changes.flatMap(({ addedNodes }) => [...addedNodes]).filter((node) => node.nodeType === 1);
    const find = (what) => added.map((node) => (node.matches(what) ? node : node.querySelector(what))).find(Boolean);
    if (!find("[data-top]")) find("[data-sight]")?.scrollIntoView({ block: "nearest" });
  });
  opening.observe(page.body, { childList: true, subtree: true });
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
  const own = win.history.state?.twingkit && named(memory(place)) === named(win.location.search);
  if (before && (own || !model.get("named"))) send("resume", before);

  return () => {
    stop.abort();
    opening.disconnect();
    clearTimeout(later);
    for (const [event, listen] of Object.entries(watched)) model.off(event, listen);
    root.remove();
  };
}

export default { render };
