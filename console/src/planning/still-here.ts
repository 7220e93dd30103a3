/** Returns a check whether the user is still on this page. */
export function stillHere(): () => boolean {
  const { pathname } = location;
  return () => location.pathname === pathname;
}
