/* A page that found the server full checks again by itself, without opening a page, and opens when there is room. */
{
  const WAIT = 10e3; // ms between two looks, at least; half as long again, by chance: not all look at once
  const look = async () => {
    if (!document.hidden) {
      const answer = await fetch(location.href, { method: "HEAD", cache: "no-store" }).catch(() => null);
      if (answer?.ok) return location.reload();
    }
    setTimeout(look, WAIT * (1 + Math.random() / 2));
  };
  setTimeout(look, WAIT * (1 + Math.random() / 2));
}
