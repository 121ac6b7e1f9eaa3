/* The page around the panels on a server: the front end's addresses, and what to do when the session ends. */
Object.assign(twingkit, (() => {
  "use strict";
  const root = document.documentElement;
  const below = (way) => new URL(way ?? "./", location.href); // the site may live below any prefix
  const base = below(root.dataset.tkBase).pathname; // where the server is
  const IDLE = 10 * 60e3; // ms: after this long without a key or click the server is not polled
  const ASK = 5e3; // ms: an action in the page polls the server at most this often
  const SILENT = 30e3; // ms: a page that says nothing for so long after a click may never answer
  const AWAY = 4e3; // ms: a connection that is away for so long is made anew as soon as the server answers
  const CUT = 10e3; // ms: after so long without it the page says so, though the server answers
  const LATE = 2e3; // ms that an answer may come later than the one to a question that was asked after it
  const STAYED = 15e3; // ms: a page that was to be left and is still there asks again what became of its process
  const LATEST = 10e3; // ms: for so long a page that is there may still turn out not to know one of its panels
  const STRANGE = "Error displaying widget"; // what the front end shows in place of a panel that it does not know
  const SLOW = 15e3; // ms: a page that is not there after so long says that it takes longer, also while it is being sent
  const ABSENT = 20e3; // ms: after so long a page that is not connected yet says so, and shows though it is held back
  const PICTURE = 2e3; // ms: after so long what is seen still may be a picture of the page, and says so
  const SET_UP = 2e3; // ms: anywidget's
  const YEAR = 365 * 24 * 3600;
  let kernel = null; // id of the Python process behind this page
  // null, "absent" (not connected yet), "server" (may come back), "silent" (may answer yet), "lost" (a click may be
  // lost) or "kernel" (the end)
  let dead = null;
  let whole = false; // the page was sent to its end: before that the server may not know its process yet
  let session = null; // the front end's connection with that process
  let arrived = false; // that connection was there once
  let gone = 0; // when that connection was lost; 0 while it is there
  let heard = 0; // when the process said something last
  let listening = 0; // timer of the look whether it still does
  const unanswered = new Map(); // what was done here and is not answered yet: the message's id -> when
  const now = () => performance.now(); // a clock that nobody sets
  let acted = now();
  let asked = -ASK;
  let pageRequests = new AbortController(); // aborted while the page is being left

  /* The server gets the language with the next page. */
  twingkit.follow((lang) => {
    document.cookie = `tk-lang=${lang}; path=${base}; max-age=${lang ? YEAR : 0}; samesite=lax`;
  });
  twingkit.language();

  /* The page depends on the browser's storage: do not show it, or a picture made without it, before that is read. */
  let pictured = !twingkit.kept().some((key) => key === `tk-state:${root.dataset.tkPage}` || key.startsWith("tk-memory:"));
  let held = !pictured;
  let reveal = () => { held = false; };
  let slow; // the timer of the words that the page takes longer than usual

  /* anywidget silently ignores the process for a panel that is not set up within two seconds, so on a slow phone no
     click would ever be answered. Remove this time limit. */
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  AbortSignal.timeout = (ms) => (ms === SET_UP ? new AbortController().signal : timeout(ms));

  /* The process behind a page answers only to the browser that connects first: to this cookie. */
  function bind() {
    if (/\btk-browser=/.test(document.cookie)) return;
    const word = crypto.getRandomValues(new Uint32Array(4)).join("-");
    document.cookie = `tk-browser=${word}; path=${base}; samesite=strict${location.protocol === "https:" ? "; secure" : ""}`;
  }

  /* Voila's front end needs absolute addresses: only the browser knows them. */
  function configure(element) {
    const config = JSON.parse(element.textContent);
    for (const key of ["baseUrl", "fullStaticUrl", "fullLabextensionsUrl"]) {
      config[key] = new URL(config[key], location.href).pathname;
    }
    element.textContent = JSON.stringify(config);
    kernel = config.kernelId;
    bind();
    addEventListener("DOMContentLoaded", start);
    setTimeout(() => document.getElementById("tk-pending")?.removeAttribute("hidden"), PICTURE);
    slow = setTimeout(() => document.querySelector("#tk-loading .tk-slow")?.removeAttribute("hidden"), SLOW);
  }

  /* The placeholder is removed as soon as there is content. */
  function start() {
    const cells = document.getElementById("rendered_cells");
    const loading = document.getElementById("tk-loading");
    if (held) setTimeout(() => { pictured = true; reveal(); }, ABSENT);
    const foot = document.querySelector(".tk-foot");
    let settled;
    const look = () => {
      // The front end moves the cells to the end of the body; keep the footer below them.
      if (foot && foot.compareDocumentPosition(cells) & Node.DOCUMENT_POSITION_FOLLOWING) document.body.append(foot);
      for (const first of cells.querySelectorAll(".tk-first")) {
        const live = first.parentElement.querySelector(":scope > .lm-Widget");
        // A panel is measured in the frame in which it comes; shown before that, its parts would jump.
        const shown = first.querySelector(".tk-panel") ? live?.querySelector(".tk-panel:is([data-measured], .tk-frame-panel)") : live;
        if (shown && live.offsetHeight > 0) first.remove();
      }
      if (strange(cells)) return again();
      if (cells.offsetHeight < 40) return;
      const waits = held || (!pictured && cells.querySelector(".tk-first"));
      if (waits && cells.querySelector(".tk-frame") && !cells.querySelector(".tk-failed")) return;
      clearTimeout(slow);
      loading?.remove(); // it has gone where no kernel came up
      if (cells.querySelector(".tk-first")) return;
      settled ??= setTimeout(() => {
        watching.disconnect();
        remember("");
      }, LATEST);
    };
    reveal = () => { held = false; look(); };
    const watching = new MutationObserver(look);
    watching.observe(cells, { childList: true, subtree: true, attributeFilter: ["data-measured"] });
    look();
    watch();
  }

  /* On a very busy computer, the front end can show a page before it knows all its panels. */
  const strange = (cells) =>
    [...cells.querySelectorAll(".jupyter-widgets")].some((shown) => shown.firstChild?.data?.startsWith(STRANGE));

  /* Such a page is reloaded once; the second time it says that the session has ended. */
  function again() {
    if (remember() === kernel || !kernel) return;
    if (remember()) return end("kernel");
    remember(kernel);
    console.warn(`a panel is unknown to the page's front end; the page is loaded again: ${Object.keys(known())}`);
    location.reload();
  }
  const known = () => window.jupyterapp?.widgetManager?._models ?? {};

  /* What this tab stores of a reloaded page: its previous process. */
  function remember(process) {
    const key = `tk-again:${root.dataset.tkPage}`;
    try {
      if (process === undefined) return sessionStorage.getItem(key) ?? "";
      if (process) sessionStorage.setItem(key, process);
      else sessionStorage.removeItem(key);
    } catch {
      return "nothing is kept"; // so it is not loaded again and again
    }
  }

  function failed() {
    document.getElementById("tk-loading")?.remove();
    kernel = null;
  }

  /* The session: the front end hears at once when the process ends; the server is asked when in doubt. */
  async function watch() {
    whole = true;
    const late = setTimeout(absent, missed ? 0 : ABSENT);
    while (!window.jupyterapp) await new Promise((done) => setTimeout(done, 50));
    const manager = await window.jupyterapp.widgetManagerPromise.promise;
    session = manager.kernel;
    const arrive = () => {
      arrived = true;
      clearTimeout(late);
      if (dead === "absent") end(null);
    };
    if (session.connectionStatus === "connected") arrive();
    session.statusChanged.connect((_, status) => {
      if (["dead", "terminating", "restarting", "autorestarting"].includes(status)) end("kernel");
    });
    session.connectionStatusChanged.connect((_, status) => {
      if (status === "connected") {
        arrive();
        back();
      } else {
        gone ||= now();
        ask();
      }
    });
    session.anyMessage.connect((_, { msg, direction }) => {
      if (direction === "recv") hear(msg);
      else if (msg.header.msg_type === "comm_msg") {
        unanswered.set(msg.header.msg_id, now());
        listening ||= setTimeout(listen, SILENT);
      }
    });
  }

  /* A script of the front end or its connection is missing: only a picture of the page is visible. */
  async function absent() {
    if (arrived || !kernel || !whole) return;
    await ask();
    if (!arrived && !dead) end("absent");
  }
  let missed = false; // a script has not come
  addEventListener("error", ({ target }) => {
    if (!(target instanceof HTMLScriptElement)) return;
    missed = true;
    absent();
  }, true);

  function hear(msg) {
    heard = now();
    if (dead === "silent") end(null);
    if (msg.header.msg_type !== "status" || msg.content.execution_state !== "idle") return;
    if (unanswered.delete(msg.parent_header.msg_id) && dead === "lost") end(null); // a later click is answered
  }

  /* A frozen or endlessly computing process still exists; only its silence reveals it. */
  function listen() {
    listening = 0;
    if (!unanswered.size) return;
    const quiet = now() - Math.max(heard, Math.min(...unanswered.values()));
    if (quiet >= SILENT && !gone && !dead) end("silent");
    listening = setTimeout(listen, Math.max(SILENT - quiet, 5e3));
  }

  /* The connection is back. The process answers in order: if it answers a new request before an earlier one, the
     earlier request or its answer was lost. */
  async function back() {
    gone = 0;
    if (dead === "server") end(null);
    const before = [...unanswered.keys()];
    if (!before.length) return;
    try {
      await session.requestKernelInfo();
    } catch {
      return; // lost once more, or the process has ended: both are noticed
    }
    await new Promise((done) => setTimeout(done, LATE));
    if (before.filter((id) => unanswered.delete(id)).length) end("lost");
  }

  async function ask(again = true) {
    const { signal } = pageRequests;
    if (!kernel || !whole || dead === "kernel" || signal.aborted) return;
    asked = now();
    let answer = 0;
    try {
      const address = `${base}api/kernels/${kernel}?no_track_activity=1`;
      const bounded = AbortSignal.any([signal, AbortSignal.timeout(4e3)]);
      answer = (await fetch(address, { cache: "no-store", signal: bounded })).status;
    } catch {
      answer = 0;
    }
    if (signal.aborted) return;
    if (answer === 404) end("kernel");
    else if (answer === 200 && gone) rejoin();
    else if (answer === 200) {
      if (dead === "server") end(null);
    }
    else if (again) setTimeout(ask, 1e3, false);
    else {
      end("server");
      if (!document.hidden && now() - acted < IDLE) setTimeout(ask, 3e3, false);
    }
  }

  /* The server answers: the front end can reconnect at once and need not give up. */
  function rejoin() {
    const away = now() - gone;
    if (away > CUT) end("server");
    if (away > AWAY) session.reconnect().catch(() => {}); // what becomes of it is told to watch
    if (!document.hidden && now() - acted < IDLE) setTimeout(ask, AWAY, false);
  }

  function end(reason) {
    if (dead === reason || dead === "kernel") return;
    dead = reason;
    if (twingkit.restarting) return;
    const box = document.getElementById("tk-session");
    const words = reason && document.getElementById(`tk-dead-${reason}`);
    box.replaceChildren(...(words ? [words.content.cloneNode(true)] : []));
  }

  function act() {
    acted = now();
    if (acted - asked > ASK) ask();
  }
  addEventListener("pointerdown", act, true);
  addEventListener("keydown", act, true);
  addEventListener("online", () => ask());
  addEventListener("offline", () => ask());
  document.addEventListener("visibilitychange", () => { if (!document.hidden) ask(); });
  addEventListener("twingkit:dead", () => end("kernel"));
  addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
  /* Voila's front end ends the process before the next page has loaded; do not check the session meanwhile. */
  addEventListener("beforeunload", () => {
    pageRequests.abort();
    setTimeout(() => {
      pageRequests = new AbortController();
      ask();
    }, STAYED);
  });
  addEventListener("pagehide", () => {
    if (!kernel || dead === "kernel") return;
    const form = new FormData();
    form.append("_xsrf", document.cookie.match(/\b_xsrf=([^;]*)/)?.[1] ?? "");
    navigator.sendBeacon(`${base}voila/api/shutdown/${kernel}`, form);
    kernel = null; // it ends with the page: nothing more is asked about it
  });

  return { configure, failed, reveal: () => reveal() };
})());
