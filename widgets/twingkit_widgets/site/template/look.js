/* Theme and language of a page: what this browser remembers, before anything is drawn. */
const twingkit = (() => {
  "use strict";
  const root = document.documentElement;
  const site = new URL(root.dataset.tkRoot ?? "./", location.href); // where the pages begin, below any prefix

  function memory(key, value) {
    try {
      if (value !== undefined) localStorage.setItem(key, value);
      return localStorage.getItem(key);
    } catch {
      return null; // a sandboxed page has no storage: it forgets, and works
    }
  }

  /* Theme: what was chosen here, else what the site's owner chose, else what the computer prefers. */
  const night = matchMedia("(prefers-color-scheme: dark)");
  function theme(choice) {
    const wanted = memory("tk-theme", choice) ?? choice ?? root.dataset.tkDefaultTheme;
    const now = wanted === "dark" || wanted === "light" ? wanted : night.matches ? "dark" : "light";
    if (root.dataset.tkTheme !== now) root.dataset.tkTheme = now;
    return now;
  }
  night.addEventListener("change", () => theme());
  addEventListener("storage", () => { theme(); language(); });

  const followers = []; // who wants to know the language

  /* Language: what this browser remembers is more certain than what the page begins with. */
  function language(choice) {
    const wanted = memory("tk-lang", choice) ?? choice;
    if (!/^[a-z]{2}$/.test(wanted ?? "")) return;
    root.lang = wanted;
    for (const hear of followers) hear(wanted);
  }
  /* Everyone who wants to know the language that was chosen; "" is told when it was forgotten. */
  function follow(hear) {
    followers.push(hear);
  }

  /* Everything that was kept here. */
  function forget() {
    try {
      for (const key of Object.keys(localStorage)) if (key.startsWith("tk-")) localStorage.removeItem(key);
    } catch {
      return; // nothing was kept
    }
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

  /* JupyterLab's own widgets look at the body to know whether it is dark. */
  function dress(body) {
    const show = () => { body.dataset.jpThemeLight = String(theme() === "light"); };
    new MutationObserver(show).observe(root, { attributeFilter: ["data-tk-theme"] });
    show();
  }

  /* A page is held back if its address, or what this browser keeps of it, asks for something else than was
     published for `folder`. */
  function hold(kept, folder) {
    const here = location.pathname.slice(site.pathname.length);
    const held = here !== folder || location.search.length > 1 || kept.some((key) => memory(key));
    root.toggleAttribute("data-tk-held", held);
    return held;
  }

  return { root: site.href, spoken, memory, theme, language, follow, forget, dress, hold };
})();
