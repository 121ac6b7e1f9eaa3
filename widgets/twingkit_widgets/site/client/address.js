/** The address of a page: its settings, and comparing two addresses. */
const NAMES = ["name", "battle", "situation", "view", "game", "lesson", "topic", "item", "rule", "show", "term", "search", "variant", "list", "edit"]; // what an address can name, beside what a page itself puts there

/** The script of the site's own pages; nothing in a notebook. */
export const site = () => (typeof twingkit === "object" ? twingkit : undefined);

/** Returns the current address of the page: `here` with this query and no fragment, or, on a site whose script knows
 *  the root, the `short` address below the root. */
export function shared(here, query, root, short) {
  if (root && short) return new URL(short, root).href;
  const address = new URL(here);
  address.search = query;
  address.hash = "";
  return address.href;
}

/** Returns the address of the page with another query; on a static site part of the query is a folder. */
export const addressOf = (win, query) => site()?.address?.(query) ?? shared(win.location.href, query);

/** Returns the query of the page, including the settings in its folder. */
export const queryOf = (win) => site()?.query?.() ?? win.location.search;

/** Takes out of the address what its fragment carries (`#result=…`), which no request contains; "" if that is nothing. */
export function carried(win) {
  const [, text = ""] = win.location.hash.match(/^#(result=.*)/) ?? [];
  if (text) win.history.replaceState(win.history.state, "", win.location.href.split("#")[0]);
  return text;
}

/** Returns the settings in an address or a query as one text that can be compared. */
export function named(query, names = NAMES) {
  const values = new URLSearchParams(query);
  return [...names].map((name) => values.get(name)).join();
}

/** The settings that are compared at first. */
export const someNames = () => new Set(NAMES);

/** True if two queries have the same settings; `names` is extended by those in the `place` of a page. */
export function same(names, place, other) {
  for (const name of new URLSearchParams(place).keys()) if (name !== "lang") names.add(name);
  return named(place, names) === named(other, names);
}

/** True if the `place` of a page names more than its language. */
export const namesContent = (place) => [...new URLSearchParams(place).keys()].some((name) => name !== "lang");

/** Changes the language of the menu's links as soon as it is chosen; the kernel updates them a moment later. */
export function lead(menu, old, choice) {
  const root = site()?.root;
  for (const link of menu.querySelectorAll("a[href]")) {
    const inside = root && link.href.startsWith(`${root}${old}/`);
    const href = inside ? `${root}${choice}${link.href.slice(root.length + old.length)}` : link.href.replace(`lang=${old}`, `lang=${choice}`);
    if (href !== link.href) link.href = href;
  }
}
