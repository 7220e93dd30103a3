import { sql } from "kysely";
import { type Tx, tableOf } from "../../storage/dialect.ts";
import { type Step, stepsFrom } from "../../storage/walk.ts";
import type { CycleMember } from "./cycle-handles.ts";
import type { JointNode, JointNodes, Side } from "./joint-links.ts";

const keyOf = ({ side, id }: JointNode) => `${side} ${id}`;

/**
 * Returns the specs on a shortest path from `start` to `end`, with both plans of each plan dependency on it.
 * Call only if a path exists.
 */
export async function pathOf(
  tx: Tx,
  start: JointNodes,
  end: JointNodes,
  steps: readonly Step[],
): Promise<CycleMember[]> {
  const before = new Map<string, JointNode | null>();
  const ends = end.ids.map((id): JointNode => ({ side: end.side, id }));
  let frontier = start.ids.map((id): JointNode => ({ side: start.side, id }));
  for (const node of frontier) before.set(keyOf(node), null);
  const isReached = (node: JointNode) => before.has(keyOf(node));
  while (frontier.length > 0 && !ends.some(isReached)) {
    const next: JointNode[] = [];
    for (const { from_side, from_id, side, id } of await stepsOnce(tx, frontier, steps)) {
      const node = { side, id };
      if (isReached(node)) continue;
      before.set(keyOf(node), { side: from_side, id: from_id });
      next.push(node);
    }
    frontier = next;
  }
  const path: JointNode[] = [];
  for (let step = ends.find(isReached) ?? null; step; step = before.get(keyOf(step)) ?? null)
    path.unshift(step);
  return path.flatMap((node, index) => namedAt(node, path[index + 1]));
}

/** Names a path's node: a spec, or the plans of the dependency taken next. */
function namedAt({ side, id }: JointNode, next: JointNode | undefined): CycleMember[] {
  if (side === "spec") return [{ kind: "spec", id }];
  if (!side.startsWith("begin") || !next?.side.startsWith("end")) return [];
  return [
    { kind: "plan", id },
    { kind: "plan", id: next.id },
  ];
}

interface StepRow {
  from_side: Side;
  from_id: string;
  side: Side;
  id: string;
}

async function stepsOnce(tx: Tx, frontier: readonly JointNode[], steps: readonly Step[]): Promise<StepRow[]> {
  const bySide = [...Map.groupBy(frontier, ({ side }) => side)];
  const start = bySide.map(
    ([side, nodes]) =>
      sql`select cast(${sql.lit(side)} as text) as side, value as id from ${tableOf(
        tx,
        nodes.map(({ id }) => id),
      )} as nodes`,
  );
  const { rows } = await sql<StepRow>`
    with reached (side, id) as (${sql.join(start, sql` union all `)}) ${stepsFrom(steps)}`.execute(tx);
  return rows;
}
