/** What this browser stores for the site, and the values that the panels of all pages share. */
import { site } from "./address.js";

const MEMORY = "tk-memory:";

/** Reads or writes the browser's storage, as the site's own page does; a notebook without storage keeps nothing. */
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

/** Deletes everything that this site stores in this browser. */
export function forget() {
  if (site()) return site().forget();
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith("tk-")) localStorage.removeItem(key);
  } catch {
    return; // nothing was kept
  }
}

/** Applies and stores the theme; the site's own page does this itself. */
export function theme(page, choice) {
  if (site()) return site().theme(choice);
  const wanted = memory("tk-theme", choice) ?? choice ?? "auto";
  if (wanted === "light" || wanted === "dark") page.documentElement.dataset.tkTheme = wanted;
  else delete page.documentElement.dataset.tkTheme;
  return wanted;
}

/** Stores the language. */
export function language(page, choice) {
  if (site()) site().language(choice);
  else memory("tk-lang", choice);
  page.documentElement.lang = choice;
}

/**
 * The stored values of the panels, which every page restores: `store` saves changed ones, `recall` gives those of
 * `names` to the panels, `changed` is called if another tab has stored one, and `given` are those that the panels
 * have received. If two tabs have changed one, Python merges them.
 */
export function panelMemories(model, send) {
  const kept = { ...model.get("memories") }; // what the browser last stored of each
  const seen = {}; // what the browser had of each when this tab last looked
  const stored = (name) => memory(MEMORY + name) ?? "";

  function store() {
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

  /** Gives the panels another tab's value and the previous one, so that they can be merged and stored. */
  function join(names) {
    const changes = names.map((name) => [name, [seen[name] ?? "", stored(name)]]).filter(([, [was, is]]) => was !== is);
    for (const [name, [, is]] of changes) seen[name] = is;
    if (changes.length) send("merge_memories", Object.fromEntries(changes));
  }

  function recall(names = Object.keys(model.get("memories")), all = false) {
    for (const name of names) seen[name] = stored(name);
    const texts = names.map((name) => [name, seen[name]]).filter(([, text]) => all || text);
    return texts.length > 0 && send("recall", Object.fromEntries(texts));
  }

  const given = () => Object.fromEntries(Object.entries(seen).filter(([, text]) => text));
  const changed = (key) => join(Object.keys(seen).filter((name) => key === null || key === MEMORY + name));
  return { store, recall, given, changed };
}
