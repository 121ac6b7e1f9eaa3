/**
 * Downloads and copies: a chart as a picture, a file from the kernel, a text. panel.js loads this file on first use.
 */
/** Saves the chart in `body` as a picture with the page's background. */
export async function savePicture(body, filename) {
  const win = body.ownerDocument.defaultView;
  const [plot, box] = [await win[Symbol.for("twingkit.plotly")], body.querySelector(".tk-plot-place > .js-plotly-plot")];
  if (!plot || !box) return;
  const layout = { ...box.layout, paper_bgcolor: win.getComputedStyle(body.parentNode).backgroundColor };
  const widest = box.layout.meta?.twingkit?.picture || box.clientWidth; // the width that the figure fills
  const size = { width: Math.min(box.clientWidth, widest), height: box.clientHeight };
  await plot.downloadImage({ data: box.data, layout }, { format: "png", scale: 2, filename, ...size });
}

const COPIED = 2500; // milliseconds a button says that it has copied

/** Copies the text of a button, and announces it on the button and by `tell`. */
export async function copyText(button, tell) {
  const { copy: text, copied } = button.dataset;
  if (!(await toClipboard(button.ownerDocument, text))) return;
  tell(copied);
  if (button.textContent === copied) return;
  const label = button.textContent;
  button.textContent = copied;
  setTimeout(() => { if (button.textContent === copied) button.textContent = label; }, COPIED);
}

/** Puts a text into the clipboard; resolves to true if that worked. A page without TLS has no clipboard API. */
async function toClipboard(page, text) {
  try {
    await page.defaultView.navigator.clipboard.writeText(text);
    return true;
  } catch {
    const focused = page.activeElement;
    const field = Object.assign(page.createElement("textarea"), { value: text });
    page.body.append(field);
    field.select();
    const done = page.execCommand?.("copy") ?? false;
    field.remove();
    focused?.focus({ preventScroll: true });
    return done;
  }
}

/** Gives the person a file that the kernel has made. */
export function saveFile(page, said, buffers) {
  if (!buffers?.length) return;
  const address = page.defaultView.URL.createObjectURL(new page.defaultView.Blob([buffers[0]], { type: said.type }));
  const link = Object.assign(page.createElement("a"), { href: address, download: said.file });
  link.click();
  setTimeout(() => page.defaultView.URL.revokeObjectURL(address), 10_000);
}
