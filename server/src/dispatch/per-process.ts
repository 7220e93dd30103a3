/**
 * Returns a function that makes a thing once for each process, which is known by its database: in tests two processes
 * share one thread.
 */
export function perProcess<T>(make: () => T): (context: { db: object }) => T {
  const made = new WeakMap<object, T>();
  return ({ db }) => {
    const known = made.get(db) ?? make();
    made.set(db, known);
    return known;
  };
}
