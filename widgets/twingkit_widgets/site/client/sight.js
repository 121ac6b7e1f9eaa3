/** Scrolls to the question, and to the result of a click. */
const EDGE = 6; // pixels between what is asked and the edge of the window
const SOON = 3000; // milliseconds within which a result is that of the last click

/** Scrolls as little as possible to show the whole question; if it is taller than the screen, to its beginning. */
function showAsked(win, panel) {
  const asked = [...panel.querySelectorAll("[data-asked]")].filter((part) => !part.closest("[inert]")); // on a sheet it is only shown
  const boxes = asked.map((part) => part.getBoundingClientRect()).filter(({ height }) => height);
  if (!boxes.length) return;
  const first = Math.min(...boxes.map(({ top }) => top)) - EDGE;
  const last = Math.max(...boxes.map(({ bottom }) => bottom)) + EDGE;
  const foot = panel.querySelector("[data-foot]"); // a bar that stays at the edge
  const end = win.innerHeight - (foot ? foot.offsetHeight + parseFloat(win.getComputedStyle(foot).bottom) : 0);
  if (first < 0 || last > end) win.scrollBy({ top: first < 0 ? first : Math.min(first, last - end), behavior: "instant" });
}

/** Watches the page until `signal` aborts; calls `changed` with each panel that has changed. */
export function intoSight(win, signal, changed) {
  const page = win.document;
  let acted = 0; // when somebody last pressed something
  let opened = true; // the page has not shown yet what its address asks
  const led = win.location.hash === "#asked"; // from another page on, by a link that leads to what is asked here

  page.addEventListener("focusin", (event) => {
    const top = event.target.closest?.("[data-top]"); // a new step begins
    if (!top) return;
    showAsked(win, top.closest(".tk-panel"));
    if (top.getBoundingClientRect().top < 0) top.scrollIntoView({ block: "start" });
  }, { signal });
  page.addEventListener("click", (event) => {
    if (event.target.closest?.("[data-act]")) acted = performance.now();
  }, { signal });

  const watch = new win.MutationObserver((changes) => {
    const near = ({ target, addedNodes }) => [target.closest?.(".tk-panel"), ...[...addedNodes].map((node) => node.querySelector?.(".tk-panel"))];
    for (const panel of new Set(changes.flatMap(near))) changed(panel);
    if (opened) {
      const top = page.querySelector("[data-top]");
      if (acted || (top && !page.querySelector("#tk-loading, .tk-first"))) opened = false;
      if (!opened && !acted && win.scrollY === 0) showAsked(win, top.closest(".tk-panel"));
      if (!opened && !acted && led && page.activeElement === page.body) {
        (top.matches("[data-focus]") ? top : top.querySelector("[data-focus]"))?.focus({ preventScroll: true });
      }
    }
    if (!acted || performance.now() - acted > SOON) return;
    const added = changes.flatMap(({ addedNodes }) => [...addedNodes]).filter((node) => node.nodeType === 1);
    const find = (what) => added.map((node) => (node.matches(what) ? node : node.querySelector(what))).find(Boolean);
    if (!find("[data-top]")) find("[data-sight]")?.scrollIntoView({ block: "nearest" });
  });
  watch.observe(page.body, { childList: true, subtree: true });
  signal.addEventListener("abort", () => watch.disconnect());
}
