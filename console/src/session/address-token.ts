/** Takes the link's secret out of the address before the history, a log or a `Referer` gets it. */
function take(): string | null {
  const url = new URL(location.href);
  const found = url.searchParams.get("token");
  if (found === null) return null;
  url.searchParams.delete("token");
  history.replaceState(history.state, "", url);
  return found;
}

const token = take();

/** Returns the link's secret, to be sent only in a POST body. */
export const addressToken = (): string | null => token;
