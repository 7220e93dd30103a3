/** Returns what tells whether the person is still in the room of now: whoever has gone elsewhere is not called back. */
export function stillHere(): () => boolean {
  const { pathname } = location;
  return () => location.pathname === pathname;
}
