/** drag.js in jsdom: a pointer drags an item to a place, or fails to. */
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { JSDOM } from "jsdom";
import { dragging } from "../twingkit_widgets/panel/drag.js";

let page, win, root, dropped;

beforeEach(() => {
  const dom = new JSDOM(`<!doctype html><main><button data-drag="box:F5" data-key="k" data-act="take">F5</button>
    <div data-drop="0:laid"><b>here</b></div><p>nowhere</p></main>`, { pretendToBeVisual: true });
  win = dom.window;
  page = win.document;
  root = page.querySelector("main");
  dropped = [];
  const on = (node, type, listen, how) => node.addEventListener(type, listen, how);
  page.elementFromPoint = (x) => page.querySelector(x > 200 ? "p" : x > 100 ? "b" : "button");
  dragging(root, on, (value) => dropped.push(value));
});

function point(type, x, more = {}) {
  const event = new win.MouseEvent(type, { bubbles: true, cancelable: true, clientX: x, clientY: 300, button: more.button ?? 0, detail: type === "click" ? 1 : 0 });
  Object.assign(event, { pointerId: 1, pointerType: more.pointerType ?? "mouse" });
  page.elementFromPoint(x).dispatchEvent(event);
  return event;
}

const ghost = () => page.querySelector(".tk-ghost");

test("what is dragged is dropped where the pointer ends, and the click after it means nothing", () => {
  let clicks = 0;
  root.addEventListener("click", () => { clicks += 1; });
  point("pointerdown", 10);
  point("pointermove", 12);
  assert.equal(ghost(), null, "a trembling hand drags nothing");
  point("pointermove", 150);
  assert.ok(ghost());
  assert.equal(ghost().getAttribute("data-key"), null);
  assert.ok(page.querySelector("[data-drop]").hasAttribute("data-over"));
  point("pointerup", 150);
  assert.deepEqual(dropped, ["box:F5>0:laid"]);
  assert.equal(ghost(), null);
  assert.ok(!page.querySelector("[data-over]"));
  point("click", 10);
  assert.equal(clicks, 0);
  page.querySelector("button").click();
  assert.equal(clicks, 1, "a key that clicks a button right after it is meant");
});

test("after a drop clicks count again, though the computer's clock is set back", (context) => {
  let clicks = 0;
  root.addEventListener("click", () => { clicks += 1; });
  for (const [type, x] of [["pointerdown", 10], ["pointermove", 150], ["pointerup", 150]]) point(type, x);
  const [today, later] = [Date.now(), performance.now() + 200];
  context.mock.method(Date, "now", () => today - 3_600_000);
  context.mock.method(performance, "now", () => later);
  point("click", 10);
  assert.equal(clicks, 1);
});

test("a click stays a click", () => {
  let clicks = 0;
  root.addEventListener("click", () => { clicks += 1; });
  point("pointerdown", 10);
  point("pointerup", 10);
  point("click", 10);
  assert.equal(clicks, 1);
  assert.deepEqual(dropped, []);
});

for (const [name, end] of [
  ["dropped nowhere", () => { point("pointermove", 250); point("pointerup", 250); }],
  ["cancelled", () => { point("pointercancel", 150); point("pointerup", 150); }],
  ["given up with Escape", () => {
    page.dispatchEvent(new win.KeyboardEvent("keydown", { key: "Escape" }));
    point("pointerup", 150);
  }],
]) {
  test(`what is ${name} stays where it was`, () => {
    point("pointerdown", 10);
    point("pointermove", 150);
    end();
    assert.deepEqual(dropped, []);
    assert.equal(ghost(), null);
  });
}

test("a finger that moves at once scrolls, one that rests drags", async () => {
  point("pointerdown", 10, { pointerType: "touch" });
  point("pointermove", 150, { pointerType: "touch" });
  assert.equal(ghost(), null);
  point("pointerup", 150, { pointerType: "touch" });
  point("pointerdown", 10, { pointerType: "touch" });
  await new Promise((done) => setTimeout(done, 260));
  assert.ok(ghost());
  point("pointermove", 150, { pointerType: "touch" });
  point("pointerup", 150, { pointerType: "touch" });
  assert.deepEqual(dropped, ["box:F5>0:laid"]);
});

test("another button of the mouse drags nothing", () => {
  point("pointerdown", 10, { button: 2 });
  point("pointermove", 150);
  assert.equal(ghost(), null);
});

test("a place where it may not go shows that, and the kernel has the last word", () => {
  page.querySelector("button").dataset.never = "0:u0 0:laid";
  point("pointerdown", 10);
  point("pointermove", 150);
  assert.equal(page.querySelector("[data-drop]").dataset.over, "no");
  point("pointerup", 150);
  assert.deepEqual(dropped, ["box:F5>0:laid"]);
});
