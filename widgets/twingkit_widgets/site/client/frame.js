/**
 * The client of the page's frame. It stores language, theme and progress in the browser, so that a reload,
 * another page or a new kernel restores them. It also opens the help and keeps the log of messages.
 * frame.py and frame_help.py explain the traits and parts. A widget has one script, so the imported files
 * are joined with it (`panel/client.py`).
 */
import { addressOf, carried, lead, namesContent, queryOf, same, shared, site, someNames } from "./address.js";
import { pageDialog } from "./dialog.js";
import { waitingLinks } from "./links.js";
import { sayings } from "./log.js";
import { forget, language, memory, panelMemories, theme } from "./memory.js";
import { intoSight } from "./sight.js";
import { oneTab } from "./tabs.js";

const PAUSE = 200; // milliseconds: a slider that is dragged does not write the address at every step
const AGAIN = 10e3; // milliseconds after which what the browser keeps is sent once more to a page that has not answered

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

  const part = (name) => body.querySelector(`template[data-part=${name}]`);
  const address = () => shared(win.location.href, model.get("share"), site()?.root, model.get("short"));
  const { dialog, explain, more, draw } = pageDialog(page, model, { part, address, send });
  const { log, begin, note, warned } = sayings(page, part);
  const memories = panelMemories(model, send);
  const tab = oneTab(page, {
    kept: () => memory(key),
    words: () => part("elsewhere"),
    choose: (choice) => (choice === "load" ? send("resume", memory(key)) : keep()),
  });
  root.append(body, status, dialog, tab.box);

  function send(act, value = null) {
    try {
      model.send({ act, value });
    } catch (error) {
      win.dispatchEvent(new win.CustomEvent("twingkit:dead", { detail: String(error) }));
    }
    return true;
  }

  // ---------------------------------------------------------------- display

  function open(wide) {
    root.toggleAttribute("data-menu", wide);
    body.querySelector("[data-frame=menu]")?.setAttribute("aria-expanded", String(wide));
  }

  /** Closes the menu, if it is open, and returns the focus to its button. */
  function leave() {
    if (!root.hasAttribute("data-menu")) return;
    open(false);
    body.querySelector("[data-frame=menu]").focus();
  }

  function themed() {
    const choice = body.querySelector("[data-frame=theme]");
    if (choice) choice.value = memory("tk-theme") ?? "auto";
  }

  function show() {
    const focused = page.activeElement;
    const kept = body.contains(focused) ? focused.dataset.key : null;
    const wide = root.hasAttribute("data-menu");
    body.innerHTML = model.get("html");
    if (root.lang !== model.get("lang")) begin(model.get("lang"));
    themed();
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

  function speak(choice) {
    lead(body, root.lang, choice);
    language(page, choice);
    const spoken = new win.URL(site()?.spoken?.(choice) ?? win.location.href);
    if (spoken.href !== win.location.href) win.history.replaceState(win.history.state, "", spoken.href);
    if (spoken.searchParams.has("lang")) {
      // A reload keeps the choice; the rest of the query stays unchanged.
      spoken.search = spoken.search.replace(/([?&]lang=)[^&]*/, `$1${choice}`);
      win.history.replaceState(win.history.state, "", spoken.href);
    }
    model.set("lang", choice);
    try {
      model.save_changes();
    } catch (error) {
      win.dispatchEvent(new win.CustomEvent("twingkit:dead", { detail: String(error) }));
    }
  }

  // ---------------------------------------------------------------- browser storage

  let fragment = carried(win);
  let restored = true; // false while what the browser keeps is on its way to the panels: nothing is written over it
  let owing = false; // whether the panels' state changed meanwhile
  const remember = () => { if (restored) memories.store(); };

  let again = null; // the timer by which the page asks again
  /** Sends the same again until the page confirms it, because the connection may fail. Changes of another tab are merged. */
  function repeat() {
    clearTimeout(again);
    tellTime();
    send("resend_memories", { ...memories.given(), ...(resumes && { resume: before }) });
    again = setTimeout(repeat, AGAIN);
  }

  /** Gives the panels what came in the fragment, after what the browser keeps. */
  function hand() {
    if (fragment) send("fragment", fragment);
    fragment = "";
  }

  /** Shows the page, which was hidden until its content was restored; stores progress made before that on a slow page. */
  function ready() {
    clearTimeout(again);
    restored = true;
    remember();
    if (owing) keep();
    hand();
    if (model.get("follows") && model.get("named") && !model.get("state") && namesContent(model.get("place"))) follow(false);
    if (typeof twingkit === "object") twingkit.reveal();
  }

  /** Tells Python the time here: a server may be in another time zone. */
  function tellTime() {
    const now = new Date();
    model.set("clock", Math.floor(now.getTime() / 1e3) - 60 * now.getTimezoneOffset());
    try {
      model.save_changes();
    } catch (error) {
      win.dispatchEvent(new win.CustomEvent("twingkit:dead", { detail: String(error) }));
    }
  }

  const names = someNames();
  /** Stores the progress, and marks the address as the page's own: a reload continues, a link starts afresh. */
  function keep() {
    owing = !restored;
    if (owing) {
      // Answers come in order, so an answer to a click confirms everything sent before it.
      if (again && model.get("state") !== before) repeat();
      return;
    }
    if (!tab.free()) return;
    memory(key, model.get("state"));
    tab.know();
    memory(place, model.get("place"));
    if (!win.history.state?.twingkit) win.history.replaceState({ twingkit: true }, "", win.location.href);
    follow(); // the content named by the address is left now
  }

  /** Updates the address bar, so that bookmarks, back, forward and a reload restore the view. A step of
   *  the visitor is a step of the browser's history; the first view of a page is not, because a topic deals a question.
   *  A text being typed is one step, however often the visitor pauses. */
  function follow(step = restored) {
    const now = model.get("place");
    memory(place, now);
    if (same(names, now, queryOf(win))) return;
    const typed = page.activeElement?.matches("input[type=search], input[type=text], textarea") ?? false;
    const further = typed && win.history.state?.typed;
    if (model.get("follows") && step && !further) win.history.pushState({ twingkit: true, typed }, "", addressOf(win, now));
    else later ??= setTimeout(rewrite, PAUSE);
  }

  let later = null;
  function rewrite() {
    later = null;
    const query = model.get("place").replace(/\blang=\w+/, `lang=${model.get("lang")}`); // the place may lag behind
    win.history.replaceState({ ...win.history.state, twingkit: true }, "", addressOf(win, query));
  }

  /** Opens the page that is to be shown instead of this one; on a static site Python keeps running. */
  function replace() {
    const { href } = new win.URL(model.get("elsewhere"), page.baseURI);
    if (site()?.replace) site().replace(href);
    else win.location.replace(href);
  }

  function erase() {
    forget();
    memories.recall(undefined, true);
    themed();
    theme(page);
  }

  // ---------------------------------------------------------------- user actions

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
  const deeds = {
    menu: () => open(!root.hasAttribute("data-menu")),
    lang: (button) => {
      speak(button.dataset.value);
      leave();
    },
    copy,
    qr: () => draw(true),
    print: () => send("print"),
    help: explain,
    close: () => dialog.close(),
    more,
  };
  waitingLinks(win, root, stop.signal);
  on(root, "click", (event) => {
    const act = event.target.closest("[data-act]");
    if (act?.dataset.act === "restart" && tab.free()) memory(key, ""); // from now on everything is stored again
    if (act) send(act.dataset.act, act.dataset.value ?? null);
    const button = event.target.closest("button[data-frame]");
    if (button) deeds[button.dataset.frame]?.(button);
    else if (event.target === dialog) dialog.close();
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
    if (dialog.contains(event.target)) return;
    if (event.key === "Escape") leave();
    if (event.key.length > 1 || event.key === " " || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.matches("input, select, textarea")) return;
    // The frame has no keys: keys belong to the page's panels, which listen while nothing has the focus.
    const passed = new win.KeyboardEvent("keydown", { key: event.key, bubbles: true, cancelable: true });
    if (!page.body.dispatchEvent(passed)) event.preventDefault();
  });
  on(page, "click", ({ target }) => { // a panel may offer the link, its code, and to forget everything, too
    if (!root.contains(target) && target.isConnected) open(false);
    const link = target.closest?.("[data-link]");
    if (link) copy(link);
    if (target.closest?.("[data-code]")) draw(true);
    if (target.closest?.("[data-forget]")) erase();
  });
  intoSight(win, stop.signal, warned);
  on(win, "storage", ({ key: changed }) => { // another tab has stored something, or erased everything
    memories.changed(changed);
    if (changed === key) tab.free();
    themed();
  });
  on(win, "twingkit:said", ({ detail }) => note(detail));
  on(win, "hashchange", () => {
    fragment = carried(win) || fragment;
    if (restored) hand();
  });
  on(win, "popstate", () => {
    const moved = !same(names, model.get("place"), queryOf(win)); // a jump within the page is none
    if (model.get("follows") && moved) send("visit", queryOf(win).slice(1));
  });

  // ---------------------------------------------------------------- start and end

  const watched = { "change:html": show, "change:tab": title, "change:code": () => draw(false), "change:sheet": () => win.location.assign(model.get("sheet")), "change:elsewhere": replace, "change:status": say, "change:state": keep, "change:place": () => follow(), "change:memories": remember, "change:joined": remember, "change:ready": ready };
  for (const [event, listen] of Object.entries(watched)) model.on(event, listen);
  show();
  title();
  theme(page);
  page.documentElement.dataset.tkKeys = "page"; // the panels' keys also work while nothing has the focus
  el.append(root);
  (page.getElementById("rendered_cells") ?? el).append(log);
  log.style.visibility = "hidden"; // until the panels above it are rendered: it must not be seen moving
  win.setTimeout(() => { log.style.visibility = ""; }, 1500);
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
  const sent = [resumes && send("resume", before), memories.recall()];
  tellTime(); // after what was saved: both decide what the page shows
  restored = model.get("ready") || !sent.some(Boolean);
  if (sent.some(Boolean)) {
    send("ready");
    if (!restored) again = setTimeout(repeat, AGAIN);
  } else ready();

  return () => {
    stop.abort();
    clearTimeout(later);
    clearTimeout(again);
    for (const [event, listen] of Object.entries(watched)) model.off(event, listen);
    root.remove();
    log.remove();
  };
}

export default { render };
