/**
 * Removes the link's secret from the address at load time, before it reaches the history, a log or a
 * `Referer`.
 */
function take(): string | null {
  const url = new URL(location.href);
  const found = url.searchParams.get("token");
  if (found === null) return null;
  url.searchParams.delete("token");
  history.replaceState(history.state, "", url);
  return found;
}

const token = take();

/** Returns the secret of the link that opened this page. Send it only in the body of a POST. */
export const addressToken = (): string | null => token;
