/** chart.js in jsdom: when charts are drawn, their colours, and charts that cannot be drawn. */
import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { gzipSync } from "node:zlib";
import { JSDOM } from "jsdom";
import * as chart from "../twingkit_widgets/panel/chart.js";
import panel from "../twingkit_widgets/panel/panel.js";

const figure = (title, more = {}) => JSON.stringify({
  data: [{ type: "bar", marker: { color: "#5b2a86" } }],
  layout: { title: { text: title }, font: { color: "#241d2e" } },
  config: { displaylogo: false },
  exchange: { "#5b2a86": "#ccb0f7", "#241d2e": "#f1ecf6" },
  ...more,
});
const plot = (text, key = "chart") =>
  `<figure class="tk-plot" data-key="${key}"><div role="img" aria-label="told" class="tk-plot-place" data-key="${key}-place"
    data-figure='${text}'></div><details data-key="${key}-table"><summary>table</summary><table></table></details></figure>`;

let dom, page, win, model, cleanUp, drawn, purged, resized, sights, sizes;

class Watcher {
  constructor(call, list) {
    this.call = call;
    this.nodes = new Set();
    list.push(this);
  }
  observe(node) {
    this.nodes.add(node);
  }
  unobserve(node) {
    this.nodes.delete(node);
  }
  disconnect() {
    this.nodes.clear();
  }
}

beforeEach(() => {
  dom = new JSDOM("<!doctype html><html><body><main></main></body></html>", { pretendToBeVisual: true, runScripts: "dangerously" });
  win = dom.window;
  page = win.document;
  globalThis.CSS = { escape: (text) => String(text).replace(/[^\w-]/g, "\\$&") };
  for (const name of ["FormData", "AbortController"]) globalThis[name] = win[name];
  [drawn, purged, resized, sights, sizes] = [[], [], [], [], []];
  win.IntersectionObserver = class extends Watcher { constructor(call) { super(call, sights); } };
  win.ResizeObserver = class extends Watcher { constructor(call) { super(call, sizes); } };
  win.console.warn = () => {};
  win[Symbol.for("twingkit.chart.js")] = Promise.resolve(chart);
  win[Symbol.for("twingkit.plotly")] = Promise.resolve({
    react(box, data, layout, config) {
      box.innerHTML = "<svg></svg>";
      drawn.push({ box, data, layout, config });
    },
    purge: (box) => purged.push(box),
    Plots: { resize: (box) => resized.push(box) },
  });
});

afterEach(() => {
  cleanUp?.();
  cleanUp = undefined;
  dom.window.close();
});

const settle = () => new Promise((done) => setTimeout(done, 5));
const find = (selector) => page.querySelector(selector);

async function show(html) {
  const listeners = {};
  model = {
    state: { html, lang: "en", status: "", busy: false },
    sent: [],
    get: (name) => model.state[name],
    on: (event, listen) => (listeners[event] ??= []).push(listen),
    off: (event, listen) => { listeners[event] = (listeners[event] ?? []).filter((other) => other !== listen); },
    send: (message) => model.sent.push(message),
    say: (message, buffers) => { for (const listen of [...(listeners["msg:custom"] ?? [])]) listen(message, buffers); },
    async set(text) {
      model.state.html = text;
      for (const listen of listeners["change:html"]) listen();
      await settle();
    },
  };
  cleanUp = panel.render({ model, el: find("main") });
  await settle();
}

async function see(...places) {
  sights[0].call(places.map((target) => ({ target, isIntersecting: true })));
  await settle();
}

test("a chart is drawn when it comes into sight, not before", async () => {
  await show(plot(figure("A")) + plot(figure("B"), "other"));
  assert.equal(drawn.length, 0);
  await see(find("[data-key=chart-place]"));
  assert.deepEqual(drawn.map(({ layout }) => layout.title.text), ["A"]);
  assert.equal(drawn[0].config.displaylogo, false);
});

test("it is drawn again only if its figure changed, in the same box", async () => {
  await show(plot(figure("A")) + "<p>one</p>");
  await see(find("[data-figure]"));
  await model.set(plot(figure("A")) + "<p>two</p>");
  assert.equal(drawn.length, 1);
  assert.ok(find("[data-figure] svg"), "a rendering leaves the drawing alone");
  await model.set(plot(figure("B")) + "<p>two</p>");
  assert.equal(drawn.length, 2);
  assert.equal(drawn[1].box, drawn[0].box);
});

test("a chart that goes is given back, and so are all at the end", async () => {
  await show(plot(figure("A")) + plot(figure("B"), "other"));
  await see(...page.querySelectorAll("[data-figure]"));
  const [one, other] = drawn.map(({ box }) => box);
  await model.set(plot(figure("B"), "other"));
  assert.deepEqual(purged, [one]);
  cleanUp();
  cleanUp = undefined;
  await settle();
  assert.deepEqual(purged, [one, other]);
});

test("it follows the width of its place", async () => {
  await show(plot(figure("A")));
  const place = find("[data-figure]");
  await see(place);
  for (const width of [300, 300, 0, 500]) sizes.find((one) => one.nodes.has(place)).call([{ target: place, contentRect: { width } }]);
  assert.equal(resized.length, 2);
});

test("light texts around it mean the colours of the dark theme; it follows a change", async () => {
  page.documentElement.style.color = "rgb(36, 29, 46)";
  await show(plot(figure("A")));
  await see(find("[data-figure]"));
  assert.equal(drawn[0].data[0].marker.color, "#5b2a86");
  page.documentElement.style.color = "rgb(241, 236, 246)";
  page.documentElement.dataset.tkTheme = "dark";
  await settle();
  assert.equal(drawn[1].data[0].marker.color, "#ccb0f7");
  assert.equal(drawn[1].layout.font.color, "#f1ecf6");
});

test("colours within a text are exchanged, other texts stay", () => {
  const exchange = { "#5b2a86": "#ccb0f7" };
  const text = '<span style="color:#5b2a86">■</span> win';
  assert.equal(chart.recolour(text, exchange), '<span style="color:#ccb0f7">■</span> win');
  assert.deepEqual(chart.recolour({ a: ["#5b2a86", 3, null], b: "x #5b2a86" }, exchange), { a: ["#ccb0f7", 3, null], b: "x #5b2a86" });
});

test("if it cannot be drawn its table opens, and the next rendering tries again", async () => {
  const good = await win[Symbol.for("twingkit.plotly")];
  win[Symbol.for("twingkit.plotly")] = Promise.resolve({ ...good, react: () => { throw new Error("no"); } });
  await show(plot(figure("A")));
  await see(find("[data-figure]"));
  assert.ok(find("details").open);
  assert.ok(find(".tk-plot").classList.contains("tk-plot-off"));
  win[Symbol.for("twingkit.plotly")] = Promise.resolve(good);
  await model.set(plot(figure("A")) + "<p>again</p>");
  assert.equal(drawn.length, 1);
  assert.ok(!find(".tk-plot").classList.contains("tk-plot-off"));
});

test("its own code comes from the kernel, once for all panels; without it the table opens", async () => {
  delete win[Symbol.for("twingkit.chart.js")];
  await show(plot(figure("A")));
  assert.deepEqual(model.sent, [{ need: "chart.js" }]);
  model.say({ need: "chart.js" });
  await settle();
  assert.ok(find("details").open);
});

test("a panel without charts asks for nothing", async () => {
  delete win[Symbol.for("twingkit.chart.js")];
  await show("<p>text</p>");
  assert.deepEqual(model.sent, []);
});

test("in a notebook plotly.js comes from the kernel once, and what was there stays", async () => {
  delete win[Symbol.for("twingkit.plotly")];
  win.Plotly = "another";
  const script = "window.Plotly = { react: (box) => { window.reacted = (window.reacted ?? 0) + 1; }, purge() {} };";
  const urls = [];
  for (const name of ["Response", "DecompressionStream", "Blob"]) win[name] = globalThis[name];
  win.URL.createObjectURL = (blob) => { urls.push(blob); return `data:text/javascript,${encodeURIComponent(script)}`; };
  win.URL.revokeObjectURL = () => {};
  const append = page.head.append.bind(page.head);
  page.head.append = (element) => { // jsdom loads no scripts: this one runs when it is put into the page
    win.eval(script);
    append(page.createElement("i"));
    element.onload();
  };
  await show(plot(figure("A")) + plot(figure("B"), "other"));
  await see(...page.querySelectorAll("[data-figure]"));
  assert.deepEqual(model.sent, [{ need: "plotly.js" }]);
  model.say({ need: "plotly.js" }, [gzipSync(script)]);
  for (let looks = 0; win.reacted !== 2 && looks < 200; looks += 1) await settle(); // unpacking takes its time
  assert.equal(win.reacted, 2);
  assert.equal(await urls[0].text(), script);
  assert.equal(win.Plotly, "another");
});

test("on the site plotly.js comes from the site's own address", async () => {
  delete win[Symbol.for("twingkit.plotly")];
  page.documentElement.dataset.tkPlotly = "/assets/1/plotly.min.js";
  dom.reconfigure({ url: "http://127.0.0.1/pages/lab" });
  let asked;
  page.head.append = (element) => { asked = element.src; element.onerror(); };
  await show(plot(figure("A")));
  await see(find("[data-figure]"));
  assert.equal(asked, "http://127.0.0.1/assets/1/plotly.min.js");
  assert.deepEqual(model.sent, []);
  assert.ok(find("details").open, "it did not load");
  assert.equal(win[Symbol.for("twingkit.plotly")], undefined, "the next chart tries again");
});
