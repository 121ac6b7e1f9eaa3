/** A link waits until Python has handled earlier actions, which would otherwise be lost with the page. */
const LOOK = 30; // milliseconds between two looks whether it is
const FOLLOWED = 99; // the detail of a click by which a link that has waited is followed
const LEAVING = 2000; // milliseconds that it waits at most

/** Makes the links of the page wait until `signal` aborts; a link that is no longer drawn is followed from `root`. */
export function waitingLinks(win, root, signal) {
  const page = win.document;
  const owed = () => page.querySelector(".tk-panel[aria-busy=true]") !== null;
  let timer = 0;

  function follow(link) {
    const drawn = link.isConnected; // else the page was drawn anew meanwhile, and nobody would hear of the click
    if (!drawn) root.append(link);
    link.dispatchEvent(new win.MouseEvent("click", { bubbles: true, cancelable: true, detail: FOLLOWED }));
    if (!drawn) link.remove();
  }

  page.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[href]");
    if (!link || event.defaultPrevented || event.button || link.target || link.download) return;
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || link.getAttribute("href").startsWith("#")) return;
    clearInterval(timer);
    if (!owed() || event.detail === FOLLOWED) return;
    event.preventDefault();
    const begun = performance.now(); // a clock that nobody sets
    timer = setInterval(() => {
      if (owed() && performance.now() - begun < LEAVING) return;
      clearInterval(timer);
      follow(link);
    }, LOOK);
  }, { signal });
}
