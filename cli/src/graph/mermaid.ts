import { isFinished } from "../labels.ts";
import { printable } from "../output.ts";
import { type Graph, handleIn } from "./waves.ts";

/**
 * Returns the lines of a Mermaid flowchart. Arrows lead from a need to its dependents; finished specs are
 * grey, critical ones have a thick border.
 */
export function mermaidOf(plan: string, { nodes, edges }: Graph): string[] {
  const classed = (name: string, chosen: Graph["nodes"]) =>
    chosen.length === 0
      ? []
      : [`  class ${chosen.map((node) => idOf(handleIn(plan, node))).join(",")} ${name}`];
  return [
    "flowchart LR",
    ...nodes.map((node) => {
      const handle = handleIn(plan, node);
      return `  ${idOf(handle)}["${escaped(`${handle} ${node.title}`)}"]`;
    }),
    ...edges.map(({ from, to }) => `  ${idOf(to)} --> ${idOf(from)}`),
    "  classDef finished fill:#eee,color:#777",
    "  classDef critical stroke-width:3px",
    ...classed(
      "finished",
      nodes.filter(({ status }) => isFinished(status)),
    ),
    ...classed(
      "critical",
      nodes.filter(({ critical }) => critical),
    ),
  ];
}

const idOf = (handle: string) => handle.replaceAll(/\W/g, "_");

/** Escapes everything that Mermaid might read as its syntax, HTML or markdown, as numeric entities. */
const escaped = (text: string) =>
  printable(text).replace(/[^\p{L}\p{N}\p{M} .,/-]/gu, (char) => `#${char.codePointAt(0)};`);
