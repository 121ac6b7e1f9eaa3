/** Long work: shows its progress, and tells the kernel that somebody is still waiting; otherwise the kernel stops it. */
const PAUSE = 1000; // milliseconds between two such signs

export function working(model, body, end) {
  let timer = 0;
  const rest = () => {
    clearInterval(timer);
    timer = 0;
  };
  const stay = () => {
    try {
      model.send({ here: true });
    } catch {
      rest(); // the kernel is gone; a click says so
    }
  };
  end.addEventListener("abort", rest);
  return () => {
    const [name, share, ...left] = model.get("working").split(":");
    const bar = name && body.querySelector(`progress[data-work="${name}"]`);
    if (bar) bar.value = Number(share);
    if (bar) bar.closest(".tk-work").querySelector("[data-rest]").textContent = left.join(":");
    if (!name) return rest();
    if (timer) return undefined;
    timer = setInterval(stay, PAUSE);
    return stay();
  };
}
