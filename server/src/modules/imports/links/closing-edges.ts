interface Edge {
  from: string;
  to: string;
}

/** Returns edges without which there is no cycle: each closes one with those that stay. */
export function closingEdges<E extends Edge>(edges: readonly E[]): Set<E> {
  const closing = new Set<E>();
  const outgoing = Map.groupBy(edges, ({ from }) => from);
  const state = new Map<string, "open" | "done">();
  // A walk into the depth, with an iterator for each spec on the way, since chains are long.
  const way: { id: string; rest: Iterator<E> }[] = [];
  const enter = (id: string) => {
    state.set(id, "open");
    way.push({ id, rest: (outgoing.get(id) ?? []).values() });
  };
  for (const start of outgoing.keys()) {
    if (!state.has(start)) enter(start);
    for (let at = way.at(-1); at; at = way.at(-1)) {
      const { done, value: edge } = at.rest.next();
      if (done) {
        state.set(at.id, "done");
        way.pop();
      } else if (state.get(edge.to) === "open") closing.add(edge);
      else if (!state.has(edge.to)) enter(edge.to);
    }
  }
  return closing;
}
