/** terms.js in jsdom: a word shows its meaning when it is tapped, hovered or focused, and hides it again. */
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { JSDOM } from "jsdom";
import { explaining } from "../twingkit_widgets/panel/terms.js";

let win, page, root, settle;

beforeEach(() => {
  const word = (name) => `<button data-term="What a ${name} is." data-name="${name}" aria-expanded="false">${name}</button>`;
  const dom = new JSDOM(`<!doctype html><main><p>${word("Shield")} ${word("Trap")} <i>text</i></p></main><aside>away</aside>`);
  win = dom.window;
  page = win.document;
  root = page.querySelector("main");
  settle = explaining(root, (node, type, listen, how) => node.addEventListener(type, listen, how));
});

const bubble = () => page.querySelector(".tk-bubble");
const words = () => [...page.querySelectorAll("[data-term]")];
const fire = (node, type, more = {}) => {
  const event = new win.Event(type, { bubbles: true, cancelable: true });
  Object.assign(event, more);
  node.dispatchEvent(event);
  return event;
};

test("a tapped word shows its meaning, and a second tap hides it", () => {
  const [shield] = words();
  fire(shield, "click");
  assert.equal(bubble().hidden, false);
  assert.equal(bubble().textContent, "Shield What a Shield is.");
  assert.equal(shield.getAttribute("aria-expanded"), "true");
  assert.equal(shield.getAttribute("aria-describedby"), bubble().id);
  fire(shield, "click");
  assert.equal(bubble().hidden, true);
  assert.equal(shield.getAttribute("aria-expanded"), "false");
  assert.equal(shield.hasAttribute("aria-describedby"), false);
});

test("what is hidden inside a word is shown beside its meaning", () => {
  const [shield] = words();
  shield.insertAdjacentHTML("beforeend", "<span hidden><i>picture</i></span>");
  fire(shield, "click");
  assert.equal(bubble().querySelector("span:not([hidden]) > i").textContent, "picture");
  assert.ok(shield.querySelector("span[hidden]"), "it stays in the word");
});

test("only one meaning is open, and a tap elsewhere closes it", () => {
  const [shield, trap] = words();
  fire(shield, "click");
  fire(trap, "click");
  assert.equal(shield.getAttribute("aria-expanded"), "false");
  assert.match(bubble().textContent, /a Trap/);
  fire(page.querySelector("i"), "click");
  assert.equal(bubble().hidden, true);
  fire(trap, "click");
  fire(page.querySelector("aside"), "click");
  assert.equal(bubble().hidden, true);
});

test("a mouse opens by hovering and closes by leaving, unless the word was tapped", () => {
  const [shield] = words();
  fire(shield, "pointermove", { pointerType: "touch" });
  assert.equal(bubble().hidden, true, "a finger does not hover");
  fire(shield, "pointerover", { pointerType: "mouse" });
  assert.equal(bubble().hidden, true, "the mouse rests where a new page puts the word");
  fire(shield, "pointermove", { pointerType: "mouse" });
  assert.equal(bubble().hidden, false);
  fire(shield, "pointerout", { relatedTarget: page.body });
  assert.equal(bubble().hidden, true);
  fire(shield, "click");
  fire(shield, "pointerout", { relatedTarget: page.body });
  assert.equal(bubble().hidden, false);
});

test("a tap closes the bubble and presses what it hits, but nothing that the bubble covers", () => {
  const [shield, trap] = words();
  const away = page.querySelector("i");
  let taps = 0;
  away.addEventListener("click", () => (taps += 1));
  for (const [begins, presses] of [[away, 1], [bubble(), 0]]) {
    taps = 0;
    fire(shield, "click", { pointerType: "touch" });
    fire(begins, "pointerdown", { pointerType: "touch" });
    fire(away, "focusin"); // a browser gives the focus before the click
    assert.equal(fire(away, "click", { pointerType: "touch" }).defaultPrevented, !presses);
    assert.equal(bubble().hidden, true);
    assert.equal(taps, presses);
  }
  fire(shield, "pointerdown", { pointerType: "touch" });
  fire(shield, "click", { pointerType: "touch" });
  fire(bubble(), "pointerdown", { pointerType: "touch" });
  fire(trap, "click", { pointerType: "touch" });
  assert.equal(bubble().hidden, true, "a word below the bubble stays closed");
  fire(shield, "pointerdown", { pointerType: "touch" });
  fire(shield, "click", { pointerType: "touch" });
  fire(trap, "pointerdown", { pointerType: "touch" });
  fire(trap, "click", { pointerType: "touch" });
  assert.match(bubble().textContent, /a Trap/, "a tap on another word opens its bubble");
});

test("a bubble keeps off the buttons below its word if there is room above", () => {
  const [shield] = words();
  shield.getClientRects = () => [{ left: 20, top: 600, bottom: 620 }];
  fire(shield, "click");
  assert.equal(bubble().style.top, "596px");
  fire(shield, "click");
  shield.getClientRects = () => [{ left: 20, top: 5, bottom: 25 }];
  fire(shield, "click");
  assert.equal(bubble().style.top, "29px", "below the word");
});

test("Escape closes the bubble and nothing else", () => {
  const [shield] = words();
  assert.equal(fire(shield, "keydown", { key: "Escape" }).defaultPrevented, false, "nothing is open");
  fire(shield, "click");
  assert.equal(fire(shield, "keydown", { key: "Escape" }).defaultPrevented, true);
  assert.equal(bubble().hidden, true);
});

test("a word that has gone from the panel takes its meaning along", () => {
  const [shield] = words();
  fire(shield, "click");
  settle();
  assert.equal(bubble().hidden, false);
  shield.remove();
  settle();
  assert.equal(bubble().hidden, true);
});
