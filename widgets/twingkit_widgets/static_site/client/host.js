/**
 * A page of a static site: its panels appear at once as they were published; Python starts in the background.
 *
 * The panels' clients (panel.js, frame.js) get models as in a notebook. Actions before Python is ready wait, and the
 * page says so. Links within the site replace the page in place, so that Python keeps running.
 */
const here = new URL(".", import.meta.url);
const root = document.documentElement;
const site = new URL(twingkit.root); // where the pages begin, wherever that is
const LATE = 300; // milliseconds after which the page says that something is waiting for Python
const HELD = 8000; // milliseconds: a page that is held back until its content is restored shows then in any case

const main = () => document.getElementById("rendered_cells");
const said = document.getElementById("tk-session");
const word = (name) => document.getElementById(`tk-say-${name}`).content.cloneNode(true);
const tell = (name) => said.replaceChildren(...(name ? [word(name)] : []));

/* ------------------------------------------------------------------ the worker */

let worker = null;
let controlled = false; // the service worker was there before Python's
let turn = 0;
let ready = false; // the page that is open was opened by Python, too
const waiting = new Map(); // turn -> what Python has not answered yet
let slow = 0; // timer until the page says that it waits

function post(data) {
  waiting.set(++turn, data);
  worker.postMessage({ ...data, turn });
  if (!ready && data.content?.act !== undefined) slow ||= setTimeout(() => { if (!ready) tell("starting"); }, LATE);
}

function answered(name, failed = false) {
  if (waiting.get(name)?.rest) keep();
  waiting.delete(name);
  if (!failed && said.querySelector("[data-offline]")) tell("");
  if (waiting.size && !ready) return;
  clearTimeout(slow);
  slow = 0;
  if (said.querySelector("[data-starting]")) tell("");
}

function start() {
  controlled = Boolean(navigator.serviceWorker?.controller);
  worker = new Worker(new URL("worker.js", here), { type: "module" });
  worker.onerror = () => tell("offline"); // its script did not come
  worker.onmessage = ({ data }) => {
    if (data.opened !== undefined) open(data);
    else if (data.said !== undefined) for (const news of JSON.parse(data.said)) hear(news, data.files);
    else if (data.failed !== undefined) fail(data);
    else answered(data.done);
  };
}

function fail({ failed, missed, turn: failing }) {
  const what = waiting.get(failing);
  answered(failing, true);
  console.error(failed);
  if (what?.rest) return; // what a later click needs is fetched then
  tell(missed ? "offline" : "failed");
}

/* ------------------------------------------------------------------ models, as panels know them */

class Model {
  constructor(index, state) {
    Object.assign(this, { index, state, changed: {}, listeners: new Map() });
  }
  get(name) { return this.state[name]; }
  set(name, value) {
    this.state[name] = value;
    this.changed[name] = value;
  }
  save_changes() {
    for (const [name, value] of Object.entries(this.changed)) post({ panel: this.index, name, value });
    this.changed = {};
  }
  send(content) {
    if (content.need) give(this, content.need);
    else post({ panel: this.index, content });
  }
  on(event, listen) { this.listeners.set(event, [...(this.listeners.get(event) ?? []), listen]); }
  off(event, listen) { this.listeners.set(event, (this.listeners.get(event) ?? []).filter((own) => own !== listen)); }
  emit(event, ...facts) { for (const listen of this.listeners.get(event) ?? []) listen(...facts); }
  take(name, value) {
    const had = this.state[name];
    if (had === value || (typeof value === "object" && JSON.stringify(had) === JSON.stringify(value))) return;
    this.state[name] = value;
    this.emit(`change:${name}`);
  }
}

/** Loads a file for a panel's client from the folder of this script, without Python. */
async function give(model, need) {
  try {
    const found = await fetch(new URL(need === "plotly.js" ? "plotly.js.pack" : need, here));
    if (!found.ok) throw new Error(`${need}: ${found.status}`);
    if (need === "plotly.js") model.emit("msg:custom", { need }, [await found.arrayBuffer()]);
    else model.emit("msg:custom", { need, text: await found.text() }, []);
  } catch (error) {
    console.warn(error);
    model.emit("msg:custom", { need }, []);
  }
}

function hear({ panel, name, value, content }, files) {
  const model = models[panel];
  if (!model || !ready) return;
  if (name === undefined) model.emit("msg:custom", content, files.map((file) => file.buffer));
  else model.take(name, value);
}

/* ------------------------------------------------------------------ the page that is open */

let data = null; // what the page says of itself
let opened = 0; // its number
let models = [];
let ends = []; // what takes its panels away
let held = false;

const read = (page) => JSON.parse(page.getElementById("tk-models").textContent);

/** Returns the query of the page as on a server: the settings in its folder and in the address. */
function query() {
  const [, , part] = location.pathname.slice(site.pathname.length).split("/");
  const pairs = [part ? `${data.parameter}=${part}` : "", location.search.slice(1)].filter(Boolean);
  return pairs.length ? `?${pairs.join("&")}` : "";
}

/** Returns the address of the page with another such query. */
function address(text) {
  const pairs = text.replace(/^\?/, "").split("&").filter((pair) => pair && !/^lang=/.test(pair));
  const shown = pairs.find((pair) => pair.startsWith(`${data.parameter}=`) && data.parts.includes(pair.slice(data.parameter.length + 1)));
  const left = pairs.filter((pair) => pair !== shown);
  const folder = [root.lang, ...(data.page === "index" ? [] : [data.page]), ...(shown ? [shown.split("=")[1]] : []), ""].join("/");
  return new URL(folder + (left.length ? `?${left.join("&")}` : ""), site).href;
}

function begin(found) {
  for (const end of ends) end();
  ends = [];
  models = [];
  ready = false;
  data = found;
  opened += 1;
  twingkit.language(data.lang);
  held = twingkit.hold(data.kept, data.folder);
  post({ open: opened, page: data.page, cells: data.cells, query: query().slice(1), lang: data.lang, styles: data.styles, controlled });
  if (held) return;
  for (const [index, first] of [...main().querySelectorAll(":scope > .tk-first")].entries()) {
    data.models[index].state &&= { ...data.models[index].state, html: first.querySelector(".tk-body").innerHTML };
  }
  show(data.models);
}

/** Adds a style that the published page does not have. */
function dress({ style, css }) {
  if (!document.getElementById(style)) document.head.append(Object.assign(document.createElement("style"), { id: style, textContent: css }));
}

const clients = {};
/** Replaces the pictures of the panels by the panels. */
function show(parts) {
  const shown = parts.map((part) => {
    const el = document.createElement("div");
    el.className = "tk-part";
    if (part.html !== undefined) el.innerHTML = part.html;
    else if (part.text !== undefined) el.textContent = part.text;
    return el;
  });
  const old = [...main().children];
  main().append(...shown);
  let index = 0;
  for (const [at, part] of parts.entries()) {
    if (!part.state) continue;
    if (part.css) dress(part);
    const model = new Model(index, part.state);
    models[index] = model;
    index += 1;
    ends.push(clients[part.client].render({ model, el: shown[at] }));
  }
  for (const picture of old) picture.remove();
}

function open({ opened: number, models: text }) {
  if (number !== opened) return; // the visitor has gone on to another page
  ready = true;
  const parts = JSON.parse(text);
  if (held) {
    show(parts);
    setTimeout(() => { if (number === opened) reveal(); }, HELD);
  } else {
    const live = parts.filter(({ state }) => state);
    for (const [index, { state }] of live.entries()) for (const [name, value] of Object.entries(state)) models[index]?.take(name, value);
  }
  root.dataset.tkLive = data.page;
  if (!rested) setTimeout(rest, 500);
}

function reveal() {
  held = false;
  root.removeAttribute("data-tk-held");
}

let rested = false;
/**
 * Loads what later clicks need; then the browser stores the site for offline use. On a metered connection, each
 * later click loads what it needs.
 */
function rest() {
  if (rested) return;
  rested = true;
  if (counted() && twingkit.memory("tk-kept") !== "yes") keep();
  else post({ rest: true });
}

const OWN = `twingkit ${site.pathname} `;
const parts = (name) => document.querySelectorAll(`[data-tk-offline=${name}]`);

/** True if the connection is metered: then nothing is stored unless the visitor asks for it. */
const counted = () => navigator.connection?.saveData || navigator.connection?.type === "cellular";

async function keep() {
  const choice = twingkit.memory("tk-kept");
  if (!navigator.serviceWorker || !window.caches || choice === "no") return;
  if (choice !== "yes" && counted()) {
    const kept = (await caches.keys().catch(() => [])).some((name) => name.startsWith(OWN));
    for (const line of parts("offer")) line.hidden = kept;
    return;
  }
  for (const line of parts("refused")) line.hidden = true;
  try {
    await installed(await navigator.serviceWorker.register(new URL("service.js", site)));
    offline();
  } catch (error) {
    console.warn(error); // a browser that keeps nothing: the site works with a network
    for (const line of parts("refused")) line.hidden = false;
  }
}

/** Waits until the installing service worker has fetched everything; fails if it cannot store it. */
const installed = ({ installing }) => new Promise((done, fail) => {
  if (!installing) return void done();
  installing.addEventListener("statechange", () => {
    if (installing.state === "redundant") fail(new Error("this browser does not keep the site"));
    else if (installing.state === "activated") done();
  });
});

/** Says that the site is stored, if it is. */
async function offline() {
  const names = (await window.caches?.keys().catch(() => [])) ?? [];
  const kept = names.some((name) => name.startsWith(OWN));
  for (const line of parts("kept")) line.hidden = !kept;
}

async function erase() {
  if (!navigator.serviceWorker || !window.caches) return;
  for (const one of await navigator.serviceWorker.getRegistrations()) if (one.scope === site.href) await one.unregister();
  for (const name of await caches.keys()) if (name.startsWith(OWN)) await caches.delete(name);
  for (const line of parts("kept")) line.hidden = true;
  for (const line of parts("erased")) line.hidden = false;
}

/* ------------------------------------------------------------------ from page to page */

let going = 0; // counts the links that were followed: the last one wins

async function go(url, write = true) {
  const mine = ++going;
  let text = "";
  try {
    const answer = await fetch(url);
    text = answer.ok ? await answer.text() : ""; // else the host says what is wrong
    if (answer.redirected) url = answer.url;
  } catch {
    if (mine === going) tell("offline");
    return;
  }
  if (mine !== going) return;
  const page = new DOMParser().parseFromString(text, "text/html");
  const assets = page.querySelector("script[type=module]")?.getAttribute("src");
  // A page of a newer version of the site, published meanwhile, needs its own Python.
  if (!page.getElementById("tk-models") || !document.querySelector(`script[src="${assets}"]`)) return void location.assign(url);
  if (write) history.pushState({}, "", url);
  delete root.dataset.tkLive;
  for (const style of page.querySelectorAll("link[data-tk-style]")) {
    if (!document.querySelector(`link[data-tk-style][href="${style.getAttribute("href")}"]`)) document.head.append(document.importNode(style));
  }
  root.lang = page.documentElement.lang;
  document.title = page.title;
  tell("");
  main().replaceWith(document.importNode(page.getElementById("rendered_cells"), true));
  if (write) scrollTo({ top: 0, behavior: "instant" });
  begin(read(page));
  if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
  // Like the skip link: the keys of the page's buttons do not work while a control has the focus.
  else (document.getElementById("tk-content") ?? main()).focus({ preventScroll: true });
}

addEventListener("click", (event) => {
  const link = event.target.closest?.("a[href]");
  if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  if (link.target || link.hasAttribute("download")) return;
  const raw = link.getAttribute("href");
  if (raw.startsWith("#")) { // the base is the root of the site, not this page
    event.preventDefault();
    const place = document.getElementById(raw.slice(1));
    place?.scrollIntoView();
    place?.focus({ preventScroll: true });
    return;
  }
  const url = new URL(link.href);
  if (url.origin !== site.origin || !url.pathname.startsWith(site.pathname) || /\.\w+$/.test(url.pathname)) return;
  event.preventDefault();
  go(url.href);
});

addEventListener("popstate", () => {
  const frame = models[0];
  if (!frame || location.href.split("#")[0] === address(`?${frame.get("place")}`)) return; // a jump within the page
  const [lang, page] = location.pathname.slice(site.pathname.length).split("/");
  const same = lang === root.lang && page === (data.page === "index" ? "" : data.page);
  if (!same || !frame.get("follows")) go(location.href, false); // else the frame goes there
});

function replace(url) {
  history.replaceState({}, "", url);
  go(url, false);
}

Object.assign(twingkit, { query, address, reveal, replace });
twingkit.follow((lang) => { if (!lang) erase(); }); // everything is forgotten
for (const button of [...parts("keep"), ...parts("again")]) {
  button.addEventListener("click", () => {
    twingkit.memory("tk-kept", "yes");
    for (const line of parts("offer")) line.hidden = true;
    keep();
  });
}
for (const button of parts("erase")) button.addEventListener("click", () => { twingkit.memory("tk-kept", "no"); erase(); });
/** Loads the panels' clients and Python for the page that is open. */
async function run() {
  offline();
  try {
    for (const name of ["panel", "frame"]) clients[name] = (await import(new URL(`${name}.js`, here))).default;
  } catch (error) {
    tell("offline");
    throw error;
  }
  start();
  begin(read(document));
}

if (twingkit.confined) twingkit.tell(twingkit.confined);
else await run();
