/** frame.js in jsdom: language, theme and what was done are kept in the browser and found again. */
import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { JSDOM } from "jsdom";
import frame, { memory, named, shared } from "../twingkit_widgets/frame.js";

const HTML = `<div class="tk-frame-head"><button data-frame="menu" data-key="menu" aria-expanded="false">Menu</button>
  <button data-frame="copy" data-key="copy" data-copied="Link copied" data-by-hand="By hand:">Copy link</button>
  <button data-frame="lang" data-value="en" data-key="lang:en">English</button>
  <button data-frame="lang" data-value="de" data-key="lang:de">Deutsch</button>
  <select data-frame="theme" data-key="theme"><option value="auto"><option value="light"><option value="dark"></select></div>
  <section><button data-act="continue">Continue</button><button data-act="restart">Start over</button></section>
  <div id="tk-content" tabindex="-1"></div>`;

let dom, page, model, cleanUp;

class FakeModel {
  constructor(state) {
    this.state = { html: HTML, lang: "en", status: "", page: "first-battle", title: "Your first battle", state: "", share: "lang=en", ...state };
    this.listeners = {};
    this.sent = [];
  }
  get(name) { return this.state[name]; }
  on(event, listen) { (this.listeners[event] ??= []).push(listen); }
  off(event, listen) { this.listeners[event] = this.listeners[event].filter((other) => other !== listen); }
  send(message) {
    if (this.dead) throw new Error("Cannot send");
    this.sent.push(message);
  }
  set(name, value) {
    this.state[name] = value;
    for (const listen of this.listeners[`change:${name}`] ?? []) listen();
  }
  save_changes() {
    if (this.dead) throw new Error("Cannot send");
    this.saved = true;
  }
}

function open(state = {}, url = "https://host/any/base/voila/render/first-battle.ipynb", keep = {}, entry = null) {
  dom = new JSDOM('<!doctype html><html><body><a class="tk-skip" href="#x"></a><main></main></body></html>', { url });
  page = dom.window.document;
  globalThis.localStorage = dom.window.localStorage;
  globalThis.AbortController = dom.window.AbortController;
  dom.window.CSS = { escape: (text) => String(text).replace(/[^\w-]/g, "\\$&") };
  for (const [key, value] of Object.entries(keep)) localStorage.setItem(key, value);
  dom.window.history.replaceState(entry, "");
  model = new FakeModel(state);
  cleanUp = frame.render({ model, el: page.querySelector("main") });
}

const button = (name) => page.querySelector(`[data-key="${name}"]`);

beforeEach(() => open());
afterEach(() => cleanUp());

test("a chosen language is sent, kept, and put into the address where it was named", () => {
  cleanUp();
  open({}, "https://host/x.ipynb?battle=F:_F5_~_F4_vs_W:_W4&lang=en");
  button("lang:de").click();
  assert.equal(model.get("lang"), "de");
  assert.ok(model.saved);
  assert.equal(localStorage.getItem("tk-lang"), "de");
  assert.equal(page.documentElement.lang, "de");
  assert.equal(dom.window.location.search, "?battle=F:_F5_~_F4_vs_W:_W4&lang=de");
});

test("a language kept by this browser wins, unless the address names one", () => {
  cleanUp();
  open({}, "https://host/x.ipynb", { "tk-lang": "de" });
  assert.equal(model.get("lang"), "de");
  cleanUp();
  open({}, "https://host/x.ipynb?lang=en", { "tk-lang": "de" });
  assert.equal(model.get("lang"), "en");
});

test("a theme is shown at once and kept", () => {
  const choice = button("theme");
  choice.value = "dark";
  choice.dispatchEvent(new dom.window.Event("change", { bubbles: true }));
  assert.equal(page.documentElement.dataset.tkTheme, "dark");
  assert.equal(localStorage.getItem("tk-theme"), "dark");
  model.set("html", HTML);
  assert.equal(button("theme").value, "dark");
});

test("what was done is kept under the page's name, taken up after a reload, and forgotten by a new start", () => {
  model.set("state", "step 3");
  assert.equal(localStorage.getItem("tk-state:first-battle"), "step 3");
  cleanUp();
  open({}, "https://host/x.ipynb", { "tk-state:first-battle": "step 3" });
  assert.deepEqual(model.sent, [{ act: "resume", value: "step 3" }]);
  page.querySelector("[data-act=continue]").click();
  assert.equal(localStorage.getItem("tk-state:first-battle"), "step 3", "only a new start forgets");
  page.querySelector("[data-act=restart]").click();
  assert.equal(localStorage.getItem("tk-state:first-battle"), null);
  assert.equal(model.sent.at(-1).act, "restart");
});

const LINK = "https://host/x.ipynb?battle=F:_F5_vs_W:_W4&lang=de";
const KEPT = { "tk-state:first-battle": "old", "tk-at:first-battle": "battle=F:_F5_vs_W:_W4&lang=en" };

test("a link that names a battle wins over what is kept", () => {
  cleanUp();
  open({ named: true }, LINK, KEPT);
  assert.deepEqual(model.sent, []);
  model.set("state", "new");
  assert.equal(dom.window.location.href, LINK, "the link still names it");
  assert.equal(localStorage.getItem("tk-state:first-battle"), "new");
});

test("a reload of what the page wrote into the address goes on", () => {
  cleanUp();
  const opened = (url, kept) => open({ named: true }, url, kept, { twingkit: true });
  opened(LINK, KEPT);
  assert.deepEqual(model.sent, [{ act: "resume", value: "old" }]);
  cleanUp();
  opened(LINK.replace("F5", "F4"), KEPT);
  assert.deepEqual(model.sent, [], "another window went on with another battle");
});

test("the address follows what is shown without filling the history", async () => {
  cleanUp();
  open({ share: "battle=A&lang=en" }, "https://host/x.ipynb?lang=en");
  const before = dom.window.history.length;
  for (const share of ["battle=B&lang=en", "battle=C&lang=en"]) {
    model.set("state", share);
    model.set("share", share);
  }
  await new Promise((done) => setTimeout(done, 300));
  assert.equal(dom.window.location.search, "?battle=C&lang=en");
  assert.equal(dom.window.history.length, before);
  assert.deepEqual(dom.window.history.state, { twingkit: true });
});

test("keys pressed in the head are passed on to the panels, except in its list", () => {
  const heard = [];
  page.addEventListener("keydown", (event) => { if (event.target === page.body) heard.push(event.key); });
  const press = (node, key, more = {}) =>
    node.dispatchEvent(new dom.window.KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more }));
  press(button("lang:de"), "n");
  press(button("lang:de"), "?");
  for (const key of [" ", "Enter", "Tab", "ArrowDown"]) press(button("lang:de"), key);
  press(button("lang:de"), "c", { ctrlKey: true });
  press(button("theme"), "d");
  assert.deepEqual(heard, ["n", "?"]);
});

test("what a click brought comes into sight, unless a new step begins", async () => {
  const seen = [];
  dom.window.Element.prototype.scrollIntoView = function () { seen.push(this.id); };
  const main = page.querySelector("main");
  const add = async (html) => {
    main.insertAdjacentHTML("beforeend", html);
    await new Promise((done) => setTimeout(done));
  };
  await add('<p id="first" data-sight></p>');
  assert.deepEqual(seen, [], "nobody asked for it");
  main.insertAdjacentHTML("beforeend", '<button id="ask" data-act="rule"></button>');
  page.querySelector("#ask").click();
  await add('<div><p id="second" data-sight></p></div>');
  await add('<div><h2 data-top></h2><p id="third" data-sight></p></div>');
  assert.deepEqual(seen, ["second"]);
});

test("the address bar follows where the page says so, and going back is told", () => {
  cleanUp();
  open({ follows: true }, "https://host/rulebook.ipynb?lang=en");
  model.set("share", "rule=TW-BAT-16&lang=en");
  assert.equal(dom.window.location.search, "?rule=TW-BAT-16&lang=en");
  const before = dom.window.history.length;
  model.set("share", "rule=TW-BAT-16&lang=de");
  assert.equal(dom.window.history.length, before, "another language is no other place");
  dom.window.dispatchEvent(new dom.window.Event("popstate"));
  assert.equal(model.sent.at(-1).act, "visit");
});

test("the link of the page works under any base address", () => {
  assert.equal(
    shared("https://host/any/base/voila/render/battle-lab.ipynb?x=1#y", "battle=F:_F5_vs_W:_W4&lang=en"),
    "https://host/any/base/voila/render/battle-lab.ipynb?battle=F:_F5_vs_W:_W4&lang=en",
  );
  assert.equal(named("?lang=de&rule=X&battle=Y"), named("battle=Y&rule=X"));
});

test("copying says so, and where it is not allowed the person gets the link", async () => {
  const seen = [];
  dom.window.prompt = (text, link) => seen.push([text, link]);
  button("copy").click();
  await new Promise((done) => setTimeout(done));
  assert.match(seen[0][1], /first-battle.ipynb\?lang=en$/);
  let copied = "";
  Object.defineProperty(dom.window.navigator, "clipboard", { value: { writeText: async (text) => { copied = text; } } });
  button("copy").click();
  await new Promise((done) => setTimeout(done));
  assert.equal(copied, seen[0][1]);
  assert.equal(page.querySelector("[role=status]").textContent, "Link copied");
});

test("the menu opens and closes, with Escape too", () => {
  button("menu").click();
  assert.equal(button("menu").getAttribute("aria-expanded"), "true");
  button("menu").dispatchEvent(new dom.window.KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
  assert.equal(button("menu").getAttribute("aria-expanded"), "false");
});

test("the focus stays where it was when the words change", () => {
  button("lang:de").focus();
  model.set("html", HTML.replace("Copy link", "Link kopieren"));
  assert.equal(page.activeElement.dataset.key, "lang:de");
});

test("a page without storage forgets, and works", () => {
  Object.defineProperty(globalThis, "localStorage", { configurable: true, get() { throw new Error("denied"); } });
  assert.equal(memory("tk-lang", "de"), null);
  button("lang:de").click();
  assert.equal(model.get("lang"), "de");
  Object.defineProperty(globalThis, "localStorage", { configurable: true, writable: true, value: dom.window.localStorage });
});

test("the skip link leads past the frame, the tab's title follows, a dead kernel is told", () => {
  assert.equal(page.querySelector(".tk-skip").getAttribute("href"), "#tk-content");
  assert.equal(page.title, "Your first battle · twingkit");
  let dead = 0;
  dom.window.addEventListener("twingkit:dead", () => { dead += 1; });
  model.dead = true;
  button("lang:de").click();
  page.querySelector("[data-act=continue]").click();
  assert.equal(dead, 2);
});
