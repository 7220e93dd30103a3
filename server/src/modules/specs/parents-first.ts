/** Stable order with parents before children. */
export function parentsFirst<T extends { id: string }>(
  specs: readonly T[],
  parentOf: (spec: T) => string | null,
): T[] {
  const byId = new Map(specs.map((spec) => [spec.id, spec]));
  const sorted = new Set<T>();
  for (const spec of specs) {
    const path: T[] = [];
    for (
      let current: T | undefined = spec;
      current && !sorted.has(current);
      current = byId.get(parentOf(current) ?? "")
    )
      path.push(current);
    for (const step of path.reverse()) sorted.add(step);
  }
  return [...sorted];
}
