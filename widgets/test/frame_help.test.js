/** frame.js in jsdom: the help, the QR code, and the log of messages. */
import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { HTML, button, cleanUp, dialog, dom, model, open, page, press } from "./frame_page.js";

beforeEach(() => open());
afterEach(() => cleanUp());

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
    <div inert><button data-shortcut="x">Only shown</button></div><button data-shortcut="l">again</button><button data-shortcut="n">Next</button><button data-shortcut="1">One</button>
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

const said = (text) => dom.window.dispatchEvent(new dom.window.CustomEvent("twingkit:said", { detail: text }));
const lines = () => [...page.querySelectorAll(".tk-said li")].map((each) => each.textContent);

test("what any panel says stands at the end of the page, the latest first, and is not announced twice", () => {
  const log = page.querySelector(".tk-said");
  assert.equal(log.getAttribute("aria-label"), "What was said");
  assert.ok(log.hidden, "nothing was said yet");
  said("Fire 5 against Water 4.");
  assert.ok(!log.hidden);
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
  model.set("html", HTML.replaceAll("What was said", "Was gesagt wurde"));
  assert.deepEqual(lines(), []);
  assert.equal(page.querySelector("[data-last]").textContent, "");
  assert.ok(page.querySelector(".tk-said").hidden, "nothing was said in this language");
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
