/** frame.js in jsdom: language, theme and what was done are kept and found again; the help; what was said. */
import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { JSDOM } from "jsdom";
import frame, { forget, memory, named, same, shared } from "../twingkit_widgets/site/frame.js";

const HTML = `<div class="tk-frame-head"><button data-frame="menu" data-key="menu" aria-expanded="false">Menu</button>
  <button data-frame="copy" data-key="copy" data-copied="Link copied" data-by-hand="By hand:">Copy link</button>
  <button data-frame="lang" data-value="en" data-key="lang:en">English</button>
  <button data-frame="lang" data-value="de" data-key="lang:de">Deutsch</button>
  <select data-frame="theme" data-key="theme"><option value="auto"><option value="light"><option value="dark"></select></div>
  <section><button data-act="continue">Continue</button><button data-act="restart">Start over</button></section>
  <button data-frame="help" data-key="help">?</button>
  <div id="tk-content" tabindex="-1"></div>
  <template data-part="help"><header><h2 id="tk-help-title">Help</h2><button data-frame="close">×</button></header>
    <button data-frame="more" hidden>More</button><section hidden><dl data-own></dl></section></template>
  <template data-part="said" data-name="What was said"><details><summary>What was said <span data-last>nothing yet</span></summary>
    <ol reversed data-log></ol></details></template>`;

let dom, page, model, cleanUp;

class FakeModel {
  constructor(state) {
    this.state = { html: HTML, lang: "en", status: "", page: "learn", tab: "Learn · twingkit", state: "", place: "lang=en", share: "lang=en", memories: {}, ...state };
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

function open(state = {}, url = "https://host/any/base/voila/render/learn.ipynb", keep = {}, entry = null, before = "") {
  dom = new JSDOM(`<!doctype html><html><body><a class="tk-skip" href="#x"></a>${before}<main></main></body></html>`, { url });
  page = dom.window.document;
  globalThis.localStorage = dom.window.localStorage;
  globalThis.AbortController = dom.window.AbortController;
  const { HTMLDialogElement } = dom.window; // jsdom knows the element but does not show it
  HTMLDialogElement.prototype.showModal = function () { this.open = true; };
  HTMLDialogElement.prototype.close = function () { this.open = false; };
  dom.window.CSS = { escape: (text) => String(text).replace(/[^\w-]/g, "\\$&") };
  for (const [key, value] of Object.entries(keep)) localStorage.setItem(key, value);
  dom.window.history.replaceState(entry, "");
  model = new FakeModel(state);
  cleanUp = frame.render({ model, el: page.querySelector("main") });
}

const READY = { act: "ready", value: null };
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

test("a link waits until what was done before is carried out, but not for ever", async () => {
  cleanUp();
  open({}, "https://host/learn.ipynb", {}, null, `<div class="tk-panel"></div><a id="next" href="next">next</a><a id="below" href="#x">below</a>`);
  const followed = [];
  dom.window.addEventListener("click", (event) => {
    if (event.target.matches("a")) followed.push([event.target.id, !event.defaultPrevented]);
    event.preventDefault();
  });
  const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
  const [panel, next] = [page.querySelector(".tk-panel"), page.querySelector("#next")];
  next.click();
  panel.setAttribute("aria-busy", "true");
  page.querySelector("#below").click();
  next.click();
  await wait(100);
  assert.deepEqual(followed.splice(0), [["next", true], ["below", true], ["next", false]]);
  panel.setAttribute("aria-busy", "false");
  await wait(100);
  assert.deepEqual(followed.splice(0), [["next", true]]);
  panel.setAttribute("aria-busy", "true");
  next.click();
  await wait(2200);
  assert.deepEqual(followed.splice(0), [["next", false], ["next", true]]);
  next.click();
  next.remove(); // as when the page is drawn anew in another language
  panel.setAttribute("aria-busy", "false");
  await wait(100);
  assert.deepEqual(followed, [["next", false], ["next", true]], "the site hears of a link that has gone, too");
  assert.equal(page.querySelector("#next"), null);
});

test("the links of the menu lead on in a language as soon as it is chosen", () => {
  for (const [root, old, now] of [["https://host/de/kit/", "https://host/de/kit/en/learn/en/", "https://host/de/kit/de/learn/en/"], [undefined, "https://host/learn.ipynb?a=b&lang=en", "https://host/learn.ipynb?a=b&lang=de"]]) {
    globalThis.twingkit = { root, language() {}, theme() {}, forget() {}, reveal() {} };
    open({ html: `${HTML}<nav><a href="${old}">Learn</a><a href="https://else/en/">Other</a></nav>` }, "https://host/de/kit/en/");
    button("lang:de").click();
    assert.deepEqual([...page.querySelectorAll("nav a")].map((link) => link.href), [now, "https://else/en/"]);
    cleanUp();
    delete globalThis.twingkit;
  }
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
  assert.equal(localStorage.getItem("tk-state:learn"), "step 3");
  cleanUp();
  open({}, "https://host/x.ipynb", { "tk-state:learn": "step 3" });
  assert.deepEqual(model.sent, [{ act: "resume", value: "step 3" }, READY]);
  page.querySelector("[data-act=continue]").click();
  assert.equal(localStorage.getItem("tk-state:learn"), "step 3", "only a new start forgets");
  page.querySelector("[data-act=restart]").click();
  assert.equal(localStorage.getItem("tk-state:learn"), null);
  assert.equal(model.sent.at(-1).act, "restart");
});

const LINK = "https://host/x.ipynb?battle=F:_F5_vs_W:_W4&lang=de";
const KEPT = { "tk-state:learn": "old", "tk-at:learn": "battle=F:_F5_vs_W:_W4&lang=en" };

test("a link that names a battle wins over what is kept", () => {
  cleanUp();
  open({ named: true }, LINK, KEPT);
  assert.deepEqual(model.sent, []);
  model.set("state", "new");
  assert.equal(dom.window.location.href, LINK, "the link still names it");
  assert.equal(localStorage.getItem("tk-state:learn"), "new");
});

test("a reload of what the page wrote into the address goes on", () => {
  cleanUp();
  const opened = (url, kept) => open({ named: true }, url, kept, { twingkit: true });
  opened(LINK, KEPT);
  assert.deepEqual(model.sent, [{ act: "resume", value: "old" }, READY]);
  cleanUp();
  opened(LINK.replace("F5", "F4"), KEPT);
  assert.deepEqual(model.sent, [], "another window went on with another battle");
});

test("a setting that a page puts into its address counts without being listed anywhere", () => {
  const names = new Set(["battle"]);
  assert.ok(same(names, "battle=x&lang=en", "?battle=x&lang=de&seed=3"), "the language is none, nor what only a visitor typed");
  assert.ok(!same(names, "battle=x&digits=3", "?battle=x"));
  assert.ok(!same(names, "battle=x", "?battle=x&digits=3"), "it was learned: back at its usual value it goes");
});

test("the address follows what is shown without filling the history", async () => {
  cleanUp();
  open({ place: "battle=A&lang=en" }, "https://host/x.ipynb?lang=en");
  const before = dom.window.history.length;
  for (const place of ["battle=B&lang=en", "battle=C&lang=en"]) {
    model.set("state", place);
    model.set("place", place);
  }
  await new Promise((done) => setTimeout(done, 300));
  assert.equal(dom.window.location.search, "?battle=C&lang=en");
  assert.equal(dom.window.history.length, before);
  assert.deepEqual(dom.window.history.state, { twingkit: true });
});

test("keys pressed in the head are passed on to the panels, except in its list", () => {
  const heard = [];
  page.addEventListener("keydown", (event) => { if (event.target === page.body) heard.push(event.key); });
  press(button("lang:de"), "n");
  press(button("lang:de"), "u");
  for (const key of [" ", "Enter", "Tab", "ArrowDown"]) press(button("lang:de"), key);
  press(button("lang:de"), "c", { ctrlKey: true });
  press(button("theme"), "d");
  assert.deepEqual(heard, ["n", "u"]);
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

test("what an address deals is in the address from the start, and is no step of the history", async () => {
  const url = "https://host/practice.ipynb?topic=shield&lang=en";
  const dealt = { follows: true, named: true, place: "item=shield:winner:17&lang=en" };
  cleanUp();
  open(dealt, url);
  const before = dom.window.history.length;
  await new Promise((done) => setTimeout(done, 250));
  assert.equal(dom.window.location.search, "?item=shield:winner:17&lang=en");
  cleanUp();
  open({ ...dealt, memories: { practice: "" }, ready: false }, url, { "tk-memory:practice": "asked 3" });
  model.set("place", "item=shield:why:4&lang=en"); // what the browser keeps deals another
  model.set("ready", true);
  await new Promise((done) => setTimeout(done, 250));
  assert.equal(dom.window.location.search, "?item=shield:why:4&lang=en");
  assert.equal(dom.window.history.length, before);
  cleanUp();
  open({ follows: true, named: true, place: "lang=en" }, url);
  await new Promise((done) => setTimeout(done, 250));
  assert.equal(dom.window.location.search, "?topic=shield&lang=en", "an address that names nothing there is stays");
});

test("the address bar follows where the page says so, and going back is told", () => {
  cleanUp();
  open({ follows: true }, "https://host/rulebook.ipynb?lang=en");
  model.set("place", "rule=TW-BAT-16&lang=en");
  assert.equal(dom.window.location.search, "?rule=TW-BAT-16&lang=en");
  const before = dom.window.history.length;
  model.set("place", "rule=TW-BAT-16&lang=de");
  assert.equal(dom.window.history.length, before, "another language is no other place");
  dom.window.dispatchEvent(new dom.window.Event("popstate"));
  assert.deepEqual(model.sent, [], "a jump within the page is no way back");
  dom.window.history.replaceState(null, "", "?lang=en");
  dom.window.dispatchEvent(new dom.window.Event("popstate"));
  assert.deepEqual(model.sent, [{ act: "visit", value: "lang=en" }]);
});

test("the link of the page works under any base address", () => {
  assert.equal(
    shared("https://host/any/base/voila/render/battle-lab.ipynb?x=1#y", "battle=F:_F5_vs_W:_W4&lang=en"),
    "https://host/any/base/voila/render/battle-lab.ipynb?battle=F:_F5_vs_W:_W4&lang=en",
  );
  assert.equal(named("?lang=de&rule=X&battle=Y"), named("battle=Y&rule=X"));
});

test("what the link holds beyond the address goes to the clipboard only", async () => {
  let copied = "";
  Object.defineProperty(dom.window.navigator, "clipboard", { value: { writeText: async (text) => { copied = text; } } });
  model.set("share", "game=abc&lang=en");
  assert.equal(dom.window.location.search, "");
  button("copy").click();
  await new Promise((done) => setTimeout(done));
  assert.match(copied, /learn\.ipynb\?game=abc&lang=en$/);
});

test("the address lets go of the game that a link began with as soon as it has gone on", async () => {
  cleanUp();
  open({ named: true }, "https://host/play.ipynb?game=abc&lang=en");
  model.set("share", "game=abcd&lang=en");
  assert.equal(dom.window.location.search, "?game=abc&lang=en", "nothing was played yet");
  model.set("state", "sealed");
  await new Promise((done) => setTimeout(done, 300));
  assert.equal(dom.window.location.search, "?lang=en");
});

test("copying says so, and where it is not allowed the person gets the link", async () => {
  const seen = [];
  dom.window.prompt = (text, link) => seen.push([text, link]);
  button("copy").click();
  await new Promise((done) => setTimeout(done));
  assert.match(seen[0][1], /learn.ipynb\?lang=en$/);
  let copied = "";
  Object.defineProperty(dom.window.navigator, "clipboard", { value: { writeText: async (text) => { copied = text; } } });
  button("copy").click();
  await new Promise((done) => setTimeout(done));
  assert.equal(copied, seen[0][1]);
  assert.equal(page.querySelector("[role=status]").textContent, "Link copied");
});

// -- memories

const COURSE = { "tk-memory:course": "shield done" };

test("what other pages left is given to the panels, and what they keep is written", () => {
  cleanUp();
  open({ memories: { course: "", practice: "" } }, "https://host/x.ipynb", COURSE);
  assert.deepEqual(model.sent, [{ act: "recall", value: { course: "shield done" } }, READY]);
  assert.equal(localStorage.getItem("tk-memory:course"), "shield done", "an empty panel overwrites nothing");
  model.set("ready", true);
  model.set("memories", { course: "shield done", practice: "" });
  model.set("memories", { course: "shield done\nduels begun", practice: "item" });
  assert.equal(localStorage.getItem("tk-memory:course"), "shield done\nduels begun");
  assert.equal(localStorage.getItem("tk-memory:practice"), "item");
  model.set("memories", { course: "", practice: "item" });
  assert.equal(localStorage.getItem("tk-memory:course"), null);
});

const other = (key, value) => { // another tab stores something
  if (value === null) localStorage.removeItem(key);
  else localStorage.setItem(key, value);
  dom.window.dispatchEvent(new dom.window.StorageEvent("storage", { key, newValue: value }));
};

test("what another tab has stored is joined, not overwritten", () => {
  cleanUp();
  open({ memories: { course: "", practice: "" }, joined: 0 }, "https://host/x.ipynb", COURSE);
  model.set("ready", true);
  model.set("memories", { course: "shield done", practice: "" });
  model.sent.length = 0;
  localStorage.setItem("tk-memory:course", "shield done, theirs"); // its event is still on its way
  model.set("memories", { course: "shield done, mine", practice: "" });
  assert.equal(localStorage.getItem("tk-memory:course"), "shield done, theirs", "nothing is lost");
  assert.deepEqual(model.sent, [{ act: "join", value: { course: ["shield done", "shield done, theirs"] } }]);
  model.set("memories", { course: "shield done, theirs, mine", practice: "" });
  model.set("joined", 1);
  assert.equal(localStorage.getItem("tk-memory:course"), "shield done, theirs, mine");
  assert.equal(model.sent.length, 1);
});

test("what the browser keeps is sent again until the page has heard it", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  cleanUp();
  open({ memories: { course: "" }, ready: false }, undefined, { "tk-memory:course": "kept", "tk-state:learn": "game" });
  const begin = [{ act: "resume", value: "game" }, { act: "recall", value: { course: "kept" } }, READY];
  assert.deepEqual(model.sent, begin);
  t.mock.timers.tick(10_000);
  const again = { act: "again", value: { course: "kept", resume: "game" } };
  assert.deepEqual(model.sent, [...begin, again]);
  t.mock.timers.tick(10_000);
  assert.deepEqual(model.sent, [...begin, again, again]);
  model.set("ready", true);
  t.mock.timers.tick(60_000);
  assert.deepEqual(model.sent, [...begin, again, again]);
});

test("what this tab did is stored too where it already holds all of the other's", () => {
  cleanUp();
  open({ memories: { course: "" }, joined: 0 }, "https://host/x.ipynb", COURSE);
  model.set("ready", true);
  model.set("memories", { course: "shield done" });
  localStorage.setItem("tk-memory:course", "less");
  model.set("memories", { course: "all of it" });
  assert.equal(localStorage.getItem("tk-memory:course"), "less");
  model.set("joined", 1);
  assert.equal(localStorage.getItem("tk-memory:course"), "all of it");
});

test("a tab hears at once what another one stores or erases", () => {
  cleanUp();
  open({ memories: { course: "" }, joined: 0 }, "https://host/x.ipynb", COURSE);
  model.set("ready", true);
  model.set("memories", { course: "shield done" });
  model.sent.length = 0;
  other("tk-memory:course", "shield done, theirs");
  other("tk-memory:course", "shield done, theirs");
  other("tk-theme", "dark");
  other("tk-memory:nothing", "of this page");
  assert.deepEqual(model.sent, [{ act: "join", value: { course: ["shield done", "shield done, theirs"] } }]);
  model.set("memories", { course: "shield done, theirs" });
  model.sent.length = 0;
  localStorage.clear();
  dom.window.dispatchEvent(new dom.window.StorageEvent("storage", { key: null }));
  assert.deepEqual(model.sent, [{ act: "join", value: { course: ["shield done, theirs", ""] } }]);
});

test("what is done on a slow page, before what was kept has come to it, is stored with that", () => {
  cleanUp();
  open({ memories: { course: "" }, keeps: true, state: "new game" }, "https://host/x.ipynb", { ...COURSE, "tk-state:learn": "old game" });
  model.set("memories", { course: "mine" });
  model.set("state", "new game, a move");
  assert.equal(localStorage.getItem("tk-memory:course"), "shield done");
  assert.equal(localStorage.getItem("tk-state:learn"), "old game");
  model.set("state", "old game");
  model.set("memories", { course: "shield done, mine" });
  model.set("ready", true);
  assert.equal(localStorage.getItem("tk-memory:course"), "shield done, mine");
  assert.equal(localStorage.getItem("tk-state:learn"), "old game");
  model.set("state", "old game, a move");
  assert.equal(localStorage.getItem("tk-state:learn"), "old game, a move");
});

test("a page is held back until what was kept has been taken up", () => {
  let shown = 0;
  globalThis.twingkit = { theme() {}, language() {}, forget() {}, reveal() { shown += 1; } };
  cleanUp();
  open({}, "https://host/x.ipynb", COURSE);
  assert.equal(shown, 1, "nothing to wait for");
  cleanUp();
  open({ memories: { course: "" } }, "https://host/x.ipynb", COURSE);
  assert.equal(shown, 1);
  model.set("ready", true);
  assert.equal(shown, 2);
  delete globalThis.twingkit;
});

test("a page without memories asks for none", () => {
  cleanUp();
  open({}, "https://host/x.ipynb", COURSE);
  assert.deepEqual(model.sent, []);
});

test("everything is forgotten at once, and nothing of other programs", () => {
  cleanUp();
  open({ memories: { course: "" } }, "https://host/x.ipynb", { ...COURSE, "tk-lang": "en", "tk-theme": "dark", other: "stays" });
  page.querySelector("main").insertAdjacentHTML("beforeend", '<button id="all" data-forget>Erase</button>');
  model.sent.length = 0;
  page.querySelector("#all").click();
  assert.deepEqual(Object.keys(localStorage), ["other"]);
  assert.deepEqual(model.sent, [{ act: "recall", value: { course: "" } }]);
  assert.equal(button("theme").value, "auto");
  assert.doesNotThrow(forget);
});

// -- the help

const press = (node, key, more = {}) =>
  node.dispatchEvent(new dom.window.KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more }));
const dialog = () => page.querySelector("dialog");

test("the key ? and the button open the help; the key, the cross and the space around it close it", () => {
  let heard = 0;
  page.body.addEventListener("keydown", () => { heard += 1; });
  press(page.body, "?");
  assert.ok(dialog().open);
  assert.equal(heard, 0, "no panel gets this key");
  press(dialog().querySelector("h2"), "?");
  assert.ok(!dialog().open);
  button("help").click();
  assert.ok(dialog().open);
  dialog().querySelector("[data-frame=close]").click();
  assert.ok(!dialog().open);
  button("help").click();
  dialog().click();
  assert.ok(!dialog().open);
  page.querySelector("main").insertAdjacentHTML("beforeend", "<input id='text'>");
  press(page.querySelector("#text"), "?");
  press(page.body, "?", { ctrlKey: true });
  assert.ok(!dialog().open, "who types a question mark means one");
});

test("keys pressed in the help stay there", () => {
  const heard = [];
  page.addEventListener("keydown", (event) => { if (event.target === page.body) heard.push(event.key); });
  button("help").click();
  press(dialog().querySelector("button"), "n");
  assert.deepEqual(heard, []);
});

test("the help lists the page's own keys, and leads to the panel's own help", () => {
  page.querySelector("main").insertAdjacentHTML("beforeend", `<div class="tk-panel">
    <button data-shortcut="l">Lay <b>these cards</b><kbd>l</kbd></button><button data-shortcut="e" aria-label="To the end">⇥</button>
    <button data-shortcut="l">again</button><button data-shortcut="n">Next</button><button data-shortcut="1">One</button>
    <button id="own" data-shortcut="?">How</button></div>`);
  button("help").click();
  const own = dialog().querySelector("section");
  assert.ok(!own.hidden);
  assert.equal(own.textContent, "eTo the endlLay these cards");
  let opened = 0;
  page.querySelector("#own").addEventListener("click", () => { opened += 1; });
  dialog().querySelector("[data-frame=more]").click();
  assert.ok(!dialog().open);
  assert.equal(opened, 1);
});

test("a page without keys of its own says nothing of them", () => {
  button("help").click();
  assert.ok(dialog().querySelector("section").hidden);
  assert.ok(dialog().querySelector("[data-frame=more]").hidden);
});

// -- what was said

const said = (text) => dom.window.dispatchEvent(new dom.window.CustomEvent("twingkit:said", { detail: text }));
const lines = () => [...page.querySelectorAll(".tk-said li")].map((each) => each.textContent);

test("what any panel says stands at the end of the page, the latest first, and is not announced twice", () => {
  const log = page.querySelector(".tk-said");
  assert.equal(log.getAttribute("aria-label"), "What was said");
  said("Fire 5 against Water 4.");
  said("The attacker wins.");
  said("The attacker wins.");
  model.set("status", "A fresh start.");
  assert.deepEqual(lines(), ["A fresh start.", "The attacker wins.", "Fire 5 against Water 4."]);
  assert.equal(page.querySelector("[data-last]").textContent, "A fresh start.");
  assert.equal(log.querySelector("[aria-live], [role=status], [role=log], [role=alert]"), null);
});

test("the log begins anew in another language and stays within bounds", () => {
  page.querySelector(".tk-said details").open = true;
  for (let number = 0; number < 250; number += 1) said(`line ${number}`);
  assert.equal(lines().length, 200);
  assert.equal(page.querySelector(".tk-said ol").getAttribute("start"), "250");
  model.state.lang = "de";
  model.set("html", HTML.replace("nothing yet", "noch nichts"));
  assert.deepEqual(lines(), []);
  assert.equal(page.querySelector("[data-last]").textContent, "noch nichts");
  assert.ok(page.querySelector(".tk-said details").open);
  said("Zeile");
  model.set("html", HTML);
  assert.deepEqual(lines(), ["Zeile"], "the same language keeps it");
});

test("an alert is noted too, once", async () => {
  const main = page.querySelector("main");
  main.insertAdjacentHTML("beforeend", '<div class="tk-panel"><div class="tk-body"></div></div>');
  const body = main.querySelector(":scope > .tk-panel:last-child .tk-body");
  const alert = "<div role=alert><div><p>Not allowed.</p><p>Too many.</p></div><button>×</button></div>";
  for (const html of [alert, `${alert}<p>more</p>`, "", alert]) {
    body.innerHTML = html;
    await new Promise((done) => setTimeout(done));
  }
  assert.deepEqual(lines(), ["Not allowed. Too many."], "the same line is not repeated");
});

test("what was said before the frame came is there", () => {
  cleanUp();
  const before = '<div class="tk-panel"><div class="tk-status">Welcome.</div></div>';
  open({}, undefined, {}, null, before);
  assert.deepEqual(lines(), ["Welcome."]);
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
  assert.equal(page.title, "Learn · twingkit");
  let dead = 0;
  dom.window.addEventListener("twingkit:dead", () => { dead += 1; });
  model.dead = true;
  button("lang:de").click();
  page.querySelector("[data-act=continue]").click();
  assert.equal(dead, 2);
});

test("on a site the link is the page's folder, and another language is another folder", () => {
  assert.equal(shared("https://host/base/en/learn/?lesson=x", "lesson=x", "https://host/base/", "en/learn/x/"), "https://host/base/en/learn/x/");
  assert.equal(shared("https://host/base/en/learn/?lesson=x", "lesson=x", undefined, "en/learn/x/"), "https://host/base/en/learn/?lesson=x");
  const before = globalThis.twingkit;
  cleanUp();
  globalThis.twingkit = {
    spoken: (choice) => (choice ? `https://host/base/${choice}/learn/?lesson=x` : "en"),
    language() {}, theme: () => "light", reveal() {},
  };
  try {
    open({}, "https://host/base/en/learn/?lesson=x", { "tk-lang": "de" });
    assert.equal(model.get("lang"), "en", "the folder names the language");
    page.querySelector("[data-frame=lang][data-value=de]").click();
    assert.equal(dom.window.location.href, "https://host/base/de/learn/?lesson=x");
  } finally {
    globalThis.twingkit = before;
  }
});

test("the QR code is asked for once, shown when it is drawn, and again without asking", () => {
  const seen = dom.window.location.href.replace(/\?.*/, "") + "?lang=en";
  const drawn = (href) => `<div lang="en" data-address="${href}"><h2 id="tk-help-title">Code</h2><svg></svg></div>`;
  button("copy").insertAdjacentHTML("afterend", '<button data-frame="qr" data-key="qr">QR</button>');
  button("qr").click();
  assert.deepEqual(model.sent.filter(({ act }) => act === "qr"), [{ act: "qr", value: seen }]);
  assert.ok(!page.querySelector("dialog").open);
  model.set("code", drawn("https://elsewhere/"));
  assert.ok(!page.querySelector("dialog").open, "it is not the code of this link");
  model.set("code", drawn(seen));
  assert.ok(page.querySelector("dialog").open);
  page.querySelector("dialog").close();
  button("qr").click();
  assert.ok(page.querySelector("dialog").open);
  assert.equal(model.sent.filter(({ act }) => act === "qr").length, 1);
});
