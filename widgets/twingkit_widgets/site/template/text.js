/* The frame of a page that has no process: its state is what the server sent. */
const place = document.querySelector(".tk-part");
const state = JSON.parse(document.getElementById("tk-state").textContent);
const listeners = new Map();
const { lang } = state;
const model = {
  get: (name) => state[name],
  set: (name, value) => { state[name] = value; },
  save_changes: () => { if (state.lang !== lang) location.reload(); }, // the address names the language that was chosen
  send: ({ act, value }) => { if (act === "qr") code(value); },
  on: (event, listen) => listeners.set(event, listen),
  off: (event) => listeners.delete(event),
};

/* Shows the QR code of an address: only the server can draw it. */
async function code(address) {
  const answer = await fetch(`?${new URLSearchParams({ qr: address })}`);
  if (!answer.ok) return;
  state.code = await answer.text();
  listeners.get("change:code")();
}

place.replaceChildren();
render({ model, el: place });
