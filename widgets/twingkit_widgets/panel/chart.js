/**
 * Draws the charts of one panel with plotly.js. chart.py explains the attributes of a place for a chart. A panel
 * loads this file when it has a chart; this file loads plotly.js once per page, when a chart becomes visible.
 */
const NEAR = "300px"; // the distance from the visible part at which a chart is drawn
const COLOUR = /#[0-9a-f]{6}/g;
const PLOTLY = Symbol.for("twingkit.plotly");

/** Replaces the colours of a figure (or a part of one), also inside texts. */
export function recolour(thing, exchange) {
  if (Array.isArray(thing)) return thing.map((each) => recolour(each, exchange));
  if (thing && typeof thing === "object") {
    return Object.fromEntries(Object.entries(thing).map(([name, each]) => [name, recolour(each, exchange)]));
  }
  if (typeof thing !== "string") return thing;
  return thing.includes("color:") ? thing.replace(COLOUR, (found) => exchange[found] ?? found) : (exchange[thing] ?? thing);
}

/** True if texts in `element` are light, which means that the page is dark. */
export function isDark(element) {
  const ink = element.ownerDocument.defaultView.getComputedStyle(element).color.match(/^rgba?\((\d+), (\d+), (\d+)/);
  return Boolean(ink) && 0.3 * ink[1] + 0.6 * ink[2] + 0.1 * ink[3] > 127;
}

/** Loads plotly.js from the page's server if it has it, else from the kernel; an already loaded one is used. */
async function load(page, ask) {
  const win = page.defaultView;
  const local = page.documentElement.dataset.tkPlotly;
  const address = local ? new URL(local, page.baseURI).href : await fromKernel(win, ask);
  const before = win.Plotly;
  await new Promise((done, fail) => {
    const script = Object.assign(page.createElement("script"), { src: address, onload: done });
    script.onerror = () => fail(new Error("plotly.js did not load"));
    page.head.append(script);
  });
  const found = win.Plotly;
  if (before) win.Plotly = before;
  if (!local) win.URL.revokeObjectURL(address);
  return found;
}

async function fromKernel(win, ask) {
  const { buffers } = await ask("plotly.js");
  const squeezed = new win.Blob([buffers[0]]).stream().pipeThrough(new win.DecompressionStream("gzip"));
  const script = await new win.Response(squeezed, { headers: { "Content-Type": "text/javascript" } }).blob();
  return win.URL.createObjectURL(script);
}

function plotly(page, ask) {
  const win = page.defaultView;
  win[PLOTLY] ??= load(page, ask).catch((error) => {
    delete win[PLOTLY]; // the next chart may load it
    throw error;
  });
  return win[PLOTLY];
}

/**
 * The charts below `root`: call `look()` after every change of the page, `stop()` at the end. `ask(name)` gets a
 * file from the kernel, `fail(place)` is called for a place whose chart cannot be drawn.
 */
export function charts(root, ask, fail) {
  const page = root.ownerDocument;
  const win = page.defaultView;
  const places = new Map(); // place -> {seen, text, dark, width, box}
  let library = null; // plotly.js, once it is there
  let stopped = false;

  async function draw(place) {
    const known = places.get(place);
    const text = place.dataset.figure;
    const dark = isDark(root);
    if (!known?.seen || (known.text === text && known.dark === dark)) return;
    Object.assign(known, { text, dark });
    try {
      library = await plotly(page, ask);
      if (stopped || places.get(place) !== known || known.text !== text || known.dark !== dark) return; // too late
      const { data, layout, config, exchange } = JSON.parse(text);
      known.box ??= place.appendChild(page.createElement("div")); // plotly.js marks its box: the place stays ours
      const figure = dark ? recolour({ data, layout }, exchange) : { data, layout };
      await library.react(known.box, figure.data, figure.layout, config);
    } catch (error) {
      known.text = null;
      win.console?.warn(error);
      fail(place);
    }
  }

  const sight = new win.IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting || !places.has(target)) continue;
      places.get(target).seen = true;
      draw(target);
    }
  }, { rootMargin: NEAR });
  const sizes = new win.ResizeObserver((entries) => {
    for (const { target, contentRect } of entries) {
      const known = places.get(target);
      if (!known?.box?.firstChild || !contentRect.width || known.width === contentRect.width) continue;
      known.width = contentRect.width;
      library.Plots.resize(known.box);
    }
  });

  function look() {
    const here = new Set(root.querySelectorAll("[data-figure]"));
    for (const place of [...places.keys()]) if (!here.has(place)) leave(place);
    for (const place of here) {
      if (places.has(place)) draw(place);
      else {
        places.set(place, { seen: false, text: null, dark: null, width: 0, box: null });
        sight.observe(place);
        sizes.observe(place);
      }
    }
  }

  function leave(place) {
    const { box } = places.get(place);
    places.delete(place);
    sight.unobserve(place);
    sizes.unobserve(place);
    if (box) library?.purge(box);
  }

  /* The theme: the computer's preference, or the one set on the page's root or body. */
  const again = () => { for (const place of places.keys()) draw(place); };
  const night = win.matchMedia?.("(prefers-color-scheme: dark)");
  night?.addEventListener("change", again);
  const themes = new win.MutationObserver(again);
  for (const node of [page.documentElement, page.body]) {
    themes.observe(node, { attributeFilter: ["data-tk-theme", "data-jp-theme-light", "class"] });
  }

  look();
  return {
    look,
    stop() {
      stopped = true;
      night?.removeEventListener("change", again);
      for (const watcher of [sight, sizes, themes]) watcher.disconnect();
      for (const place of [...places.keys()]) leave(place);
    },
  };
}
