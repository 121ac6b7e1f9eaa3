/* Theme and language of a page, from the browser's storage, before anything is drawn. */
const twingkit = (() => {
  "use strict";
  const root = document.documentElement;
  const site = new URL(root.dataset.tkRoot ?? "./", location.href); // where the pages begin, below any prefix

  /* Values that the browser did not store, by key. They are in the name of this tab or frame, which survives
     reloads and links within the site and which no other site can read. If it has another name (from the page around
     it), they last only as long as this page. */
  const TAB = "twingkit ";
  const named = () => Boolean(window.name) && !window.name.startsWith(TAB);
  let inPage = {};
  function inTab() {
    if (named()) return inPage;
    try {
      return window.name.startsWith(TAB) ? JSON.parse(window.name.slice(TAB.length)) : {};
    } catch {
      return {};
    }
  }
  function keepInTab(held) {
    if (named()) inPage = held;
    else window.name = Object.keys(held).length ? TAB + JSON.stringify(held) : "";
    mark();
  }

  /* Marks a page whose progress the browser does not store: its texts do not say that it does. */
  const isProgress = (key) => /^tk-(state|memory):/.test(key);
  function mark() {
    root.toggleAttribute("data-tk-unkept", blocked() || Object.keys(inTab()).some(isProgress));
  }
  function blocked() {
    try {
      return !localStorage;
    } catch {
      return true;
    }
  }
  mark();

  /* Reads, writes or (with "") removes a stored value: in the browser, or in this tab if the browser has no storage
     or no space left. */
  function memory(key, value) {
    const held = inTab();
    try {
      if (value === "") localStorage.removeItem(key);
      else if (value !== undefined) localStorage.setItem(key, value);
      if (value !== undefined) delete held[key];
    } catch {
      if (value) held[key] = value;
      else delete held[key];
      if (value && isProgress(key)) warn();
    }
    if (value !== undefined) keepInTab(held);
    if (key in held) return held[key];
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  }

  /* The keys of everything that is stored. */
  function kept() {
    let keys = Object.keys(inTab());
    try {
      keys = [...keys, ...Object.keys(localStorage)];
    } catch {
      return keys; // the browser keeps nothing
    }
    return keys.filter((key) => key.startsWith("tk-"));
  }

  /* Says once per tab that the browser does not store progress, and how long it lasts here. */
  function warn() {
    const box = document.getElementById("tk-unkept");
    if (!box || box.childElementCount || inTab()["tk-warned"]) return;
    box.replaceChildren(document.getElementById("tk-say-unkept").content.cloneNode(true));
    const until = named() ? "page" : window.parent === window ? "tab" : "frame";
    for (const part of box.querySelectorAll("[data-until]")) if (part.dataset.until !== until) part.remove();
    box.querySelector("button").addEventListener("click", () => {
      keepInTab({ ...inTab(), "tk-warned": "yes" });
      box.replaceChildren();
    });
  }

  /* Theme: the visitor's choice, else the site owner's, else the computer's preference. */
  const night = matchMedia("(prefers-color-scheme: dark)");
  function theme(choice) {
    const wanted = memory("tk-theme", choice) ?? choice ?? root.dataset.tkDefaultTheme;
    const now = wanted === "dark" || wanted === "light" ? wanted : night.matches ? "dark" : "light";
    if (root.dataset.tkTheme !== now) root.dataset.tkTheme = now;
    return now;
  }
  night.addEventListener("change", () => theme());
  addEventListener("storage", ({ key }) => {
    const { [key]: _, ...held } = inTab();
    keepInTab(held); // another tab could keep it: that is newer
    theme();
    language();
  });

  const followers = []; // who wants to know the language

  /* Language: the stored choice takes precedence over the language of the page. */
  function language(choice) {
    const wanted = memory("tk-lang", choice) ?? choice;
    if (!/^[a-z]{2}$/.test(wanted ?? "")) return;
    root.lang = wanted;
    for (const hear of followers) hear(wanted);
  }
  /* Listeners for the chosen language; they get "" if it was deleted. */
  function follow(hear) {
    followers.push(hear);
  }

  /* Everything that is stored here. */
  function forget() {
    for (const key of kept()) memory(key, "");
    for (const hear of followers) hear("");
    theme();
  }
  /* The address of this page in another language, or without one the language in it, if there is one. */
  function spoken(choice) {
    const inner = location.pathname.slice(site.pathname.length);
    if (!root.dataset.tkRoot || !/^[a-z]{2}\//.test(inner)) return undefined;
    if (choice === undefined) return inner.slice(0, 2);
    return new URL(choice + inner.slice(2) + location.search + location.hash, site).href;
  }
  theme();
  language(spoken());

  /* JupyterLab's widgets read from the body whether the page is dark. */
  function dress(body) {
    const show = () => { body.dataset.jpThemeLight = String(theme() === "light"); };
    new MutationObserver(show).observe(root, { attributeFilter: ["data-tk-theme"] });
    show();
  }

  /* Hide a page at first if its address or its stored values require another view than the one published for
     `folder`. */
  function hold(kept, folder) {
    const here = location.pathname.slice(site.pathname.length);
    const held = !confined && (here !== folder || location.search.length > 1 || kept.some((key) => memory(key)));
    root.toggleAttribute("data-tk-held", held);
    return held;
  }

  /* Why the browser loads no program here, whatever the network: a frame has taken the page's origin away, or the
     page was opened as a file; "" if it can. */
  const confined = self.origin !== "null" ? "" : location.protocol === "file:" ? "file" : "sandboxed";

  /* Shows the page's template with this name in its place, once the page is loaded. */
  function tell(words) {
    const say = () => {
      const box = document.getElementById("tk-session");
      box.replaceChildren(document.getElementById(`tk-say-${(words === "offline" && confined) || words}`).content.cloneNode(true));
      for (const link of box.querySelectorAll("a")) link.textContent = link.href = location.href;
    };
    if (document.readyState === "loading") addEventListener("DOMContentLoaded", say);
    else say();
  }

  const AGAIN = 3e3; // ms between two checks of the host
  const PATIENT = 15e3; // ms within which the host answers on a slow network
  const SOON = 500; // ms after which the page says that it waits
  /* Reloads this page as soon as its host answers. Until then the page says that it waits, instead of the
     browser's error page. */
  async function restart() {
    if (own.restarting) return;
    own.restarting = true;
    const words = setTimeout(tell, SOON, "waiting");
    while (!(await answers())) await new Promise((done) => setTimeout(done, AGAIN));
    clearTimeout(words);
    location.reload();
  }

  /* Returns whether the host of this page, or the browser's stored copy of the site, answers; opens no page. */
  async function answers() {
    const method = root.dataset.tkBase === undefined ? "GET" : "HEAD";
    try {
      const { status } = await fetch(location.href, { method, cache: "no-store", signal: AbortSignal.timeout(PATIENT) });
      return ![502, 504].includes(status); // a web server in front that has nobody behind it
    } catch {
      return false;
    }
  }

  const own = { root: site.href, spoken, memory, kept, theme, language, follow, forget, dress, hold, tell, confined, restart, restarting: false };
  return own;
})();
