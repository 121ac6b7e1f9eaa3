/** frame.js in jsdom: language, theme, links, keys and the address. */
import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { named, same, shared } from "../twingkit_widgets/site/client/address.js";
import { HTML, button, cleanUp, dom, model, open, page, press } from "./frame_page.js";

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

test("a theme that was chosen in another tab is the chosen one in the list, too", () => {
  localStorage.setItem("tk-theme", "dark");
  dom.window.dispatchEvent(new dom.window.StorageEvent("storage", { key: "tk-theme", newValue: "dark" }));
  assert.equal(button("theme").value, "dark");
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

test("what is asked comes into sight, but nothing of a sheet, which only shows it", () => {
  cleanUp();
  open({}, undefined, {}, null, `<div class="tk-panel"><h1 data-top tabindex="-1">Sheet</h1><div inert><p data-asked></p></div></div>`);
  const scrolls = [];
  dom.window.scrollBy = ({ top }) => scrolls.push(top);
  const [top, asked] = [page.querySelector("[data-top]"), page.querySelector("[data-asked]")];
  asked.getBoundingClientRect = () => ({ top: 5000, bottom: 5100, height: 100 });
  top.focus();
  assert.deepEqual(scrolls, []);
  top.blur();
  asked.parentElement.removeAttribute("inert");
  top.focus();
  assert.equal(scrolls.length, 1);
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

test("a text being typed is one step of the history, and what is opened from it is another", async () => {
  cleanUp();
  open({ follows: true }, "https://host/rulebook.ipynb?lang=en");
  const field = page.body.appendChild(page.createElement("input"));
  field.type = "search";
  field.focus();
  const before = dom.window.history.length;
  for (const text of ["t", "tr", "trap"]) {
    model.set("place", `search=${text}&lang=en`);
    await new Promise((done) => setTimeout(done, 250));
    assert.equal(dom.window.location.search, `?search=${text}&lang=en`);
  }
  assert.equal(dom.window.history.length, before + 1);
  field.remove();
  model.set("place", "rule=TW-BAT-16&lang=en");
  assert.equal(dom.window.history.length, before + 2);
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
