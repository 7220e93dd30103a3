import type { Notice } from "../format.ts";
import { wordsOf } from "../text/names.ts";
import type { Issue } from "./lines.ts";

/** A dependency that is neither a need nor a parent, as it is written. */
type Annotation = Readonly<Record<string, unknown>>;

/** How the issues of a file hang together, by id. */
export interface Edges {
  needs: Map<string, Set<string>>;
  parents: Map<string, string>;
  annotations: Map<string, Annotation[]>;
}

/** The edges that make an issue wait for another one. */
const blocking = new Set(["blocks", "conditional-blocks", "waits-for"]);

/** Reads all dependencies. Those on issues that aren't there, and parents in a circle, are told. */
export function edgesOf(
  issues: readonly Issue[],
  isEpic: (issue: Issue) => boolean,
  file: string,
  notices: Notice[],
): Edges {
  const known = new Map(issues.map((issue) => [issue.id, issue]));
  const edges: Edges = { needs: new Map(), parents: new Map(), annotations: new Map() };
  const hasEpic = (other: Issue | undefined) => other !== undefined && isEpic(other);
  const tell = ({ line, id }: Issue, other: string, why: string) =>
    notices.push({ file, line, text: `${id}: ${other}`, why });
  for (const issue of issues) {
    const list: unknown = issue.values.dependencies;
    for (const one of Array.isArray(list) ? list : []) {
      const { depends_on_id: to, type = "blocks" }: Record<string, unknown> = one ?? {};
      const other = wordsOf(to);
      const isEdge = type === "parent-child" || blocking.has(wordsOf(type));
      if (isEdge && !known.has(other)) {
        const isElsewhere = other.startsWith("external:");
        tell(
          issue,
          other,
          isElsewhere
            ? "needs an issue of another repository: it stays in the text"
            : "names an issue that isn't there: it stays in the text",
        );
      }
      const isKept = isEdge && known.has(other) && other !== issue.id;
      if (isKept && type === "parent-child" && !edges.parents.has(issue.id)) {
        if (isBelow(other, issue.id, edges.parents))
          tell(issue, other, "its parent lies below it: left out, it stays in the text");
        else {
          edges.parents.set(issue.id, other);
          continue;
        }
      } else if (isKept && type !== "parent-child") add(edges.needs, issue.id, other);
      else if (isKept) tell(issue, other, "a second parent: it stays in the text");
      // Only specs have needs, so those of epics are approximate.
      const isExact = isKept && type === "blocks" && !isEpic(issue) && !hasEpic(known.get(other));
      if (!isExact) annotate(edges, issue, one);
    }
  }
  // The number behind an id's last dot counts its parent's children.
  for (const { id } of issues) {
    const above = id.replace(/\.\d+$/u, "");
    if (above !== id && known.has(above) && !edges.parents.has(id) && !isBelow(above, id, edges.parents))
      edges.parents.set(id, above);
  }
  return edges;
}

function annotate({ annotations }: Edges, { id }: Issue, one: unknown): void {
  const own = typeof one === "object" && one !== null ? (one as Annotation) : { depends_on_id: one };
  annotations.set(id, [...(annotations.get(id) ?? []), own]);
}

function add(needs: Map<string, Set<string>>, id: string, need: string): void {
  needs.set(id, (needs.get(id) ?? new Set()).add(need));
}

/** Tests whether an issue is another one, or below it. */
function isBelow(id: string, other: string, parents: ReadonlyMap<string, string>): boolean {
  for (let above: string | undefined = id; above !== undefined; above = parents.get(above))
    if (above === other) return true;
  return false;
}
