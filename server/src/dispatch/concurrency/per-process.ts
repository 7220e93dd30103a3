/** Returns a per-process singleton, keyed by database: in tests several processes share a thread. */
export function perProcess<T>(make: () => T): (context: { db: object }) => T {
  const made = new WeakMap<object, T>();
  return ({ db }) => {
    const known = made.get(db) ?? make();
    made.set(db, known);
    return known;
  };
}
