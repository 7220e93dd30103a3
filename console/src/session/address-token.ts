/**
 * Takes the secret of a link out of the address as this is loaded, before anything else sees it, so that it is in no
 * history, no log and no `Referer`.
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

/** Returns the secret of the link that opened this page, to be sent in the body of a POST and nowhere else. */
export const addressToken = (): string | null => token;
