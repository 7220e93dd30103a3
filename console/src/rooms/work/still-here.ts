/** Returns a check whether the user is still on this page, so that nobody is called back from another. */
export function stillHere(): () => boolean {
  const { pathname } = location;
  return () => location.pathname === pathname;
}
