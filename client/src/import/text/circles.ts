/** An edge that closes a circle. */
export interface Closing {
  from: string;
  to: string;
}

/** Returns the edges without those that close a circle, and these. Takes linear time. */
export function withoutCircles(edges: ReadonlyMap<string, readonly string[]>): {
  kept: Map<string, string[]>;
  closing: Closing[];
} {
  const kept = new Map<string, string[]>();
  const closing: Closing[] = [];
  const state = new Map<string, "open" | "done">();
  for (const start of edges.keys()) {
    const path = state.has(start) ? [] : [{ id: start, next: 0 }];
    if (path.length > 0) state.set(start, "open");
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const to = edges.get(top.id)?.[top.next++];
      if (to === undefined) {
        state.set(top.id, "done");
        path.pop();
        continue;
      }
      if (state.get(to) === "open") {
        closing.push({ from: top.id, to });
        continue;
      }
      kept.set(top.id, [...(kept.get(top.id) ?? []), to]);
      if (state.has(to)) continue;
      state.set(to, "open");
      path.push({ id: to, next: 0 });
    }
  }
  return { kept, closing };
}
