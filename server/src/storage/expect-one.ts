/** Returns the only item; throws unless there is exactly one. */
export function expectOne<T>(items: readonly T[]): T {
  const [item] = items;
  if (item === undefined || items.length !== 1) throw new Error(`expected one item, got ${items.length}`);
  return item;
}
