/** A widget's model as a client knows it: `sent` are its messages; a `dead` one can send none. */
export class FakeModel {
  constructor(state) {
    this.state = state;
    this.listeners = {};
    this.sent = [];
    this.dead = false;
  }
  get(name) {
    return this.state[name];
  }
  on(event, listen) {
    (this.listeners[event] ??= []).push(listen);
  }
  off(event, listen) {
    this.listeners[event] = (this.listeners[event] ?? []).filter((other) => other !== listen);
  }
  send(message) {
    if (this.dead) throw new Error("Cannot send");
    this.sent.push(message);
  }
  set(name, value) {
    this.state[name] = value;
    for (const listen of this.listeners[`change:${name}`] ?? []) listen();
  }
  save_changes() {
    if (this.dead) throw new Error("Cannot send");
    this.saved = true;
  }
}
