/**
 * The client of the page's frame: language, theme and what was done are stored in the browser, so that a reload,
 * another page or a new kernel finds them again. It also opens the help and keeps the log of what was said.
 * frame.py and frame_help.py say what each trait and each part means.
 */
const NAMES = ["name", "battle", "situation", "view", "game", "lesson", "topic", "item", "rule", "show", "term", "search", "variant", "list", "edit", "result"]; // what an address can name, beside what a page itself puts there
const MEMORY = "tk-memory:";
const SAID = 200; // lines the log keeps
const PAUSE = 200; // milliseconds: a slider that is dragged does not write the address at every step
const EDGE = 6; // pixels between what is asked and the edge of the window
const LOOK = 30; // milliseconds between two looks whether it is
const FOLLOWED = 99; // the detail of a click by which a link that has waited is followed
const AGAIN = 10e3; // milliseconds after which what the browser keeps is sent once more to a page that has not answered
const LEAVING = 2000; // milliseconds that a link waits at most until what was done before it is carried out
const SOON = 3000; // milliseconds within which a result is that of the last click

/** Reads or writes what this browser keeps, as the site's own page does; in a notebook a browser without storage forgets. */
export function memory(key, value) {
  if (site()?.memory) return site().memory(key, value);
  try {
    if (value === "") localStorage.removeItem(key);
    else if (value !== undefined) localStorage.setItem(key, value);
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** The address of the page as it is now: this one with another query and nothing after it; on a site, where its
 *  own script knows the root, the `short` one below that. */
export function shared(here, query, root, short) {
  if (root && short) return new URL(short, root).href;
  const address = new URL(here);
  address.search = query;
  address.hash = "";
  return address.href;
}

/** The settings in an address or a query, as one text that can be compared. */
export function named(query, names = NAMES) {
  const values = new URLSearchParams(query);
  return [...names].map((name) => values.get(name)).join();
}

/** Whether two queries name the same; `names` learns what the `place` of a page has in it. */
export function same(names, place, other) {
  for (const name of new URLSearchParams(place).keys()) if (name !== "lang") names.add(name);
  return named(place, names) === named(other, names);
}

/** Whether the `place` of a page names more than its language. */
const namesContent = (place) => [...new URLSearchParams(place).keys()].some((name) => name !== "lang");

/** Forgets everything that this site keeps in this browser. */
export function forget() {
  if (site()) return site().forget();
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith("tk-")) localStorage.removeItem(key);
  } catch {
    return; // nothing was kept
  }
}

/** The script of the site's own pages; nothing in a notebook. */
const site = () => (typeof twingkit === "object" ? twingkit : undefined);

/** The address of the page with another query; without a server some of it is a folder. */
const addressOf = (win, query) => site()?.address?.(query) ?? shared(win.location.href, query);

/** The query of the page, with what its folder says. */
const queryOf = (win) => site()?.query?.() ?? win.location.search;

/** The name of a button, without the sign of its key. */
function nameOf(button) {
  const copy = button.cloneNode(true);
  for (const sign of copy.querySelectorAll("kbd, [aria-hidden=true]")) sign.remove();
  return (button.getAttribute("aria-label") ?? copy.textContent).replace(/[‹›«»→←]/g, "").replace(/\s+/g, " ").trim();
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

/** Lets the links of the menu lead on in a language as soon as it is chosen: the kernel writes them a moment later. */
function lead(menu, old, choice) {
  const root = site()?.root;
  for (const link of menu.querySelectorAll("a[href]")) {
    const inside = root && link.href.startsWith(`${root}${old}/`);
    const href = inside ? `${root}${choice}${link.href.slice(root.length + old.length)}` : link.href.replace(`lang=${old}`, `lang=${choice}`);
    if (href !== link.href) link.href = href;
  }
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
  const help = page.createElement("dialog");
  help.className = "tk-help";
  help.setAttribute("aria-labelledby", "tk-help-title");
  root.append(body, status, help);
  const said = page.createElement("section"); // the last part of the page
  said.className = "tk-panel tk-said";

  function send(act, value = null) {
    try {
      model.send({ act, value });
    } catch (error) {
      win.dispatchEvent(new win.CustomEvent("twingkit:dead", { detail: String(error) }));
    }
    return true;
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
    if (root.lang !== model.get("lang")) log();
    const choice = body.querySelector("[data-frame=theme]");
    if (choice) choice.value = memory("tk-theme") ?? "auto";
    open(wide);
    root.lang = model.get("lang");
    page.querySelector("a.tk-skip")?.setAttribute("href", "#tk-content");
    if (!kept) return;
    const target = body.querySelector(`[data-key="${win.CSS.escape(kept)}"]`) ?? body.querySelector("#tk-content");
    target.focus({ preventScroll: true });
  }

  const title = () => { if (model.get("tab")) page.title = model.get("tab"); };
  const say = () => {
    status.textContent = model.get("status");
    note(model.get("status"));
  };

  const part = (name) => body.querySelector(`template[data-part=${name}]`);

  /** An empty log, in the page's language: what was said in another one cannot be translated. */
  function log() {
    const words = part("said");
    if (!words) return;
    said.lang = model.get("lang");
    said.setAttribute("aria-label", words.dataset.name);
    const open = said.querySelector("details")?.open;
    said.replaceChildren(words.content.cloneNode(true));
    said.querySelector("details").open = Boolean(open);
  }

  /** Notes what was said, the latest first. Nothing here is a live region: the panels have spoken already. */
  function note(text) {
    const list = said.querySelector("[data-log]");
    const line = text.trim();
    if (!list || !line || list.firstElementChild?.textContent === line) return;
    said.querySelector("[data-last]").textContent = line;
    list.prepend(Object.assign(page.createElement("li"), { textContent: line }));
    if (list.children.length > SAID) list.lastElementChild.remove();
    list.setAttribute("start", String(Number(list.dataset.count ?? 0) + 1));
    list.dataset.count = list.getAttribute("start");
  }

  /** The keys that the page's panels have now, besides those that are the same everywhere. */
  function ownKeys() {
    const found = new Map();
    for (const button of page.querySelectorAll(".tk-panel [data-shortcut]")) {
      const key = button.dataset.shortcut;
      if (/^[\dnu?]$|^Escape$/.test(key) || found.has(key) || button.checkVisibility?.() === false) continue;
      found.set(key, nameOf(button));
    }
    return [...found].sort(([one], [other]) => one.localeCompare(other));
  }

  const ownHelp = () => [...page.querySelectorAll('.tk-panel [data-shortcut="?"]')].find((each) => each.checkVisibility?.() !== false);

  /** Opens the help, or closes it; the browser keeps the focus inside and gives it back. */
  function explain() {
    if (help.open) return help.close();
    help.replaceChildren(part("help").content.cloneNode(true));
    const keys = ownKeys();
    const list = help.querySelector("[data-own]");
    list.parentElement.hidden = !keys.length;
    for (const [key, name] of keys) {
      const term = page.createElement("dt");
      term.append(Object.assign(page.createElement("kbd"), { textContent: key.length === 1 ? key : key.replace("Arrow", "") }));
      list.append(term, Object.assign(page.createElement("dd"), { textContent: name }));
    }
    help.querySelector("[data-frame=more]").hidden = !ownHelp();
    help.showModal();
    return undefined;
  }

  function speak(choice) {
    lead(body, root.lang, choice);
    language(page, choice);
    const address = new win.URL(site()?.spoken?.(choice) ?? win.location.href);
    if (address.href !== win.location.href) win.history.replaceState(win.history.state, "", address.href);
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

  let restored = true; // false while what the browser keeps is on its way to the panels: nothing is written over it
  let owing = false; // whether the panels' state changed meanwhile

  const stored = (name) => memory(MEMORY + name) ?? "";
  const kept = { ...model.get("memories") }; // the memories of the panels when the browser last stored them
  const seen = {}; // what the browser had of each when this tab last looked
  /** Stores the memories of the panels, which every page gets again; first joins what another tab has stored. */
  function remember() {
    if (!restored) return;
    const others = [];
    for (const [name, text] of Object.entries(model.get("memories"))) {
      if (text === kept[name]) continue;
      if (name in seen && ![seen[name], text].includes(stored(name))) {
        others.push(name);
        continue;
      }
      memory(MEMORY + name, text);
      kept[name] = text;
      seen[name] = stored(name);
    }
    join(others);
  }

  /** Gives the panels what another tab has stored, with what was there before; then they are stored together. */
  function join(names) {
    const changes = names.map((name) => [name, [seen[name] ?? "", stored(name)]]).filter(([, [was, is]]) => was !== is);
    for (const [name, [, is]] of changes) seen[name] = is;
    if (changes.length) send("join", Object.fromEntries(changes));
  }

  /** Gives the panels the memories that other pages have stored. */
  function recall(names, all = false) {
    for (const name of names) seen[name] = stored(name);
    const found = names.map((name) => [name, seen[name]]).filter(([, text]) => all || text);
    return found.length > 0 && send("recall", Object.fromEntries(found));
  }

  let again = null; // the timer by which the page asks again
  /** Sends the same once more until the page has heard it: the line may have failed. What another tab stores meanwhile is joined. */
  function repeat() {
    const texts = Object.entries(seen).filter(([, text]) => text);
    send("again", { ...Object.fromEntries(texts), ...(resumes && { resume: before }) });
    again = setTimeout(repeat, AGAIN);
  }

  /** Shows the page, which was held back until its content was restored, and stores what was done in one that was slow. */
  function ready() {
    clearTimeout(again);
    restored = true;
    remember();
    if (owing) keep();
    if (model.get("follows") && model.get("named") && !model.get("state") && namesContent(model.get("place"))) follow(false);
    if (typeof twingkit === "object") twingkit.reveal();
  }

  const names = new Set(NAMES);
  /** Stores what was done, and marks the address as the page's own: a reload goes on, a link to it begins. */
  function keep() {
    owing = !restored;
    if (owing) return;
    memory(key, model.get("state"));
    memory(place, model.get("place"));
    if (!win.history.state?.twingkit) win.history.replaceState({ twingkit: true }, "", win.location.href);
    follow(); // the content named by the address is left now
  }

  /** The address bar follows what is shown, so that bookmarks, back, forward and a reload find it again. A step of
   *  the visitor's is one of the browser's history; what the page was opened with is none: a topic deals a question. */
  function follow(step = restored) {
    const now = model.get("place");
    memory(place, now);
    if (same(names, now, queryOf(win))) return;
    if (model.get("follows") && step) win.history.pushState({ twingkit: true }, "", addressOf(win, now));
    else later ??= setTimeout(rewrite, PAUSE);
  }

  let later = null;
  function rewrite() {
    later = null;
    const query = model.get("place").replace(/\blang=\w+/, `lang=${model.get("lang")}`); // the place may lag behind
    win.history.replaceState({ twingkit: true }, "", addressOf(win, query));
  }

  const address = () => shared(win.location.href, model.get("share"), site()?.root, model.get("short"));

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
      help.replaceChildren(sheet.content);
      help.showModal();
    } else if (asks) send("qr", address());
  }

  async function copy(button) {
    try {
      await win.navigator.clipboard.writeText(address());
      status.textContent = button.dataset.copied;
      note(button.dataset.copied);
      const label = button.textContent;
      button.textContent = button.dataset.copied;
      setTimeout(() => { button.textContent = label; }, 2500);
    } catch {
      win.prompt(button.dataset.byHand, address()); // no clipboard here: the person copies it
    }
  }

  const on = (node, type, listen) => node.addEventListener(type, listen, { signal: stop.signal });
  // What the kernel has not carried out yet is lost with the page: a link waits for it.
  const owed = () => page.querySelector(".tk-panel[aria-busy=true]") !== null;
  let leaving = 0; // timer of a link that waits
  on(page, "click", (event) => {
    const link = event.target.closest?.("a[href]");
    if (!link || event.defaultPrevented || event.button || link.target || link.download) return;
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || link.getAttribute("href").startsWith("#")) return;
    clearInterval(leaving);
    if (!owed() || event.detail === FOLLOWED) return;
    event.preventDefault();
    const begun = performance.now(); // a clock that nobody sets
    leaving = setInterval(() => {
      if (owed() && performance.now() - begun < LEAVING) return;
      clearInterval(leaving);
      const drawn = link.isConnected; // else the page was drawn anew meanwhile, and nobody would hear of the click
      if (!drawn) root.append(link);
      link.dispatchEvent(new win.MouseEvent("click", { bubbles: true, cancelable: true, detail: FOLLOWED }));
      if (!drawn) link.remove();
    }, LOOK);
  });
  on(root, "click", (event) => {
    const act = event.target.closest("[data-act]");
    if (act?.dataset.act === "restart") memory(key, ""); // from now on everything is stored again
    if (act) send(act.dataset.act, act.dataset.value ?? null);
    const button = event.target.closest("button[data-frame]");
    if (button?.dataset.frame === "menu") open(!root.hasAttribute("data-menu"));
    if (button?.dataset.frame === "lang") speak(button.dataset.value);
    if (button?.dataset.frame === "copy") copy(button);
    if (button?.dataset.frame === "qr") draw(true);
    if (button?.dataset.frame === "print") send("print");
    if (button?.dataset.frame === "help") explain();
    if (button?.dataset.frame === "close" || event.target === help) help.close();
    if (button?.dataset.frame === "more") {
      help.close();
      ownHelp()?.click();
    }
  });
  on(root, "change", (event) => {
    if (event.target.dataset.frame === "theme") theme(page, event.target.value);
  });
  const writes = (target) => target.matches?.("textarea, select, input:not([type=checkbox]):not([type=radio])");
  page.addEventListener("keydown", (event) => { // before the panels: this key means the same everywhere
    if (event.key !== "?" || event.ctrlKey || event.metaKey || event.altKey || writes(event.target)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    explain();
  }, { capture: true, signal: stop.signal });
  on(root, "keydown", (event) => {
    if (help.contains(event.target)) return;
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

  /** Scrolls as little as brings all that is asked on one screen; if it is taller, to its beginning. */
  function showAsked(panel) {
    const boxes = [...panel.querySelectorAll("[data-asked]")].map((part) => part.getBoundingClientRect()).filter(({ height }) => height);
    if (!boxes.length) return;
    const first = Math.min(...boxes.map(({ top }) => top)) - EDGE;
    const last = Math.max(...boxes.map(({ bottom }) => bottom)) + EDGE;
    const foot = panel.querySelector("[data-foot]"); // a bar that stays at the edge
    const end = win.innerHeight - (foot ? foot.offsetHeight + parseFloat(win.getComputedStyle(foot).bottom) : 0);
    if (first < 0 || last > end) win.scrollBy({ top: first < 0 ? first : Math.min(first, last - end), behavior: "instant" });
  }
  on(page, "focusin", (event) => {
    const top = event.target.closest?.("[data-top]"); // a new step begins
    if (!top) return;
    showAsked(top.closest(".tk-panel"));
    if (top.getBoundingClientRect().top < 0) top.scrollIntoView({ block: "start" });
  });
  let acted = 0;
  let opened = true; // the page has not shown yet what its address asks
  on(page, "click", (event) => {
    if (event.target.closest?.("[data-act]")) acted = performance.now();
    const link = event.target.closest?.("[data-link]"); // a panel may offer the link, too
    if (link) copy(link);
    if (event.target.closest?.("[data-code]")) draw(true); // and its code
    if (!event.target.closest?.("[data-forget]")) return;
    forget();
    recall(Object.keys(model.get("memories")), true);
    const choice = body.querySelector("[data-frame=theme]");
    if (choice) choice.value = "auto";
    theme(page);
  });
  const opening = new win.MutationObserver((changes) => { // scrolls requested parts into sight
    const near = ({ target, addedNodes }) => [target.closest?.(".tk-panel"), ...[...addedNodes].map((node) => node.querySelector?.(".tk-panel"))];
    for (const panel of new Set(changes.flatMap(near))) warned(panel);
    if (opened) {
      const top = page.querySelector("[data-top]");
      if (acted || (top && !page.querySelector("#tk-loading, .tk-first"))) opened = false;
      if (!opened && !acted && win.scrollY === 0) showAsked(top.closest(".tk-panel"));
    }
    if (!acted || performance.now() - acted > SOON) return;
    const added = changes.flatMap(({ addedNodes }) => [...addedNodes]).filter((node) => node.nodeType === 1);
    const find = (what) => added.map((node) => (node.matches(what) ? node : node.querySelector(what))).find(Boolean);
    if (!find("[data-top]")) find("[data-sight]")?.scrollIntoView({ block: "nearest" });
  });
  const alerts = new WeakMap(); // panel -> the alert in it, as it is in the log
  /** An alert speaks for itself; the log notes it too. */
  function warned(panel) {
    const alert = panel?.querySelector("[role=alert]");
    const texts = [...(alert?.querySelectorAll("p") ?? [])].map((each) => each.textContent);
    const text = alert ? (texts.length ? texts.join(" ") : alert.textContent) : "";
    if (text && alerts.get(panel) !== text) note(text);
    if (panel) alerts.set(panel, text);
  }
  opening.observe(page.body, { childList: true, subtree: true });
  on(win, "storage", ({ key: changed }) => { // another tab has stored something, or erased everything
    join(Object.keys(seen).filter((name) => changed === null || changed === MEMORY + name));
  });
  on(win, "twingkit:said", ({ detail }) => note(detail));
  on(win, "popstate", () => {
    const moved = !same(names, model.get("place"), queryOf(win)); // a jump within the page is none
    if (model.get("follows") && moved) send("visit", queryOf(win).slice(1));
  });

  const watched = { "change:html": show, "change:tab": title, "change:code": () => draw(false), "change:sheet": () => win.location.assign(model.get("sheet")), "change:status": say, "change:state": keep, "change:place": () => follow(), "change:memories": remember, "change:joined": remember, "change:ready": ready };
  for (const [event, listen] of Object.entries(watched)) model.on(event, listen);
  show();
  title();
  theme(page);
  page.documentElement.dataset.tkKeys = "page"; // the panels' keys also work while nothing has the focus
  el.append(root);
  (page.getElementById("rendered_cells") ?? el).append(said);
  said.style.visibility = "hidden"; // until the panels above it are rendered: it must not be seen moving
  win.setTimeout(() => { said.style.visibility = ""; }, 1500);
  for (const spoken of page.querySelectorAll(".tk-panel > .tk-status")) note(spoken.textContent);
  for (const panel of page.querySelectorAll(".tk-panel")) warned(panel);

  const asked = new win.URLSearchParams(win.location.search).get("lang") ?? site()?.spoken?.();
  const remembered = memory("tk-lang");
  const speaks = (code) => [...root.querySelectorAll("[data-frame=lang]")].some((button) => button.dataset.value === code);
  if (!asked && speaks(remembered) && remembered !== model.get("lang")) speak(remembered);
  else page.documentElement.lang = model.get("lang");
  const before = memory(key);
  const own = win.history.state?.twingkit && same(names, memory(place), queryOf(win));
  const resumes = before && (own || !model.get("named"));
  if (model.get("keeps") && !resumes) keep();
  const sent = [resumes && send("resume", before), recall(Object.keys(kept))];
  restored = model.get("ready") || !sent.some(Boolean);
  if (sent.some(Boolean)) {
    send("ready");
    if (!restored) again = setTimeout(repeat, AGAIN);
  } else ready();

  return () => {
    stop.abort();
    opening.disconnect();
    clearTimeout(later);
    clearTimeout(again);
    for (const [event, listen] of Object.entries(watched)) model.off(event, listen);
    root.remove();
    said.remove();
  };
}

export default { render };
