import { issueOf, minutesOf, statusWords } from "../../formats/beads.ts";
import { lastPlaced } from "../siblings.ts";
import type { JsonFormat } from "./json-format.ts";

/** Edges that order work; others are annotations, which stay. */
const blocking = new Set(["blocks", "conditional-blocks", "waits-for"]);

/** Beads' issues, one a line. */
export const beadsKept: JsonFormat = {
  texts: ["description", "design", "acceptance_criteria", "notes"],
  set(field, { title, status, effort, needs, parent, updatedAt }, values) {
    if (field === "title") return { title };
    if (field === "effort") return { estimated_minutes: effort === null ? null : minutesOf(effort) };
    if (field === "status") {
      const isClosed = statusWords[status] === "closed";
      return { status: statusWords[status], closed_at: isClosed ? updatedAt : null };
    }
    const edges = Array.isArray(values.dependencies)
      ? (values.dependencies as Record<string, unknown>[])
      : [];
    const isHeld = ({ type, depends_on_id: on }: Record<string, unknown>) =>
      field === "needs"
        ? blocking.has(String(type)) && !needs.some((ref) => idOf(ref) === on)
        : type === "parent-child";
    const kept = edges.filter((edge) => !isHeld(edge));
    const there = new Set(kept.map(({ depends_on_id: on }) => on));
    const wanted = field === "needs" ? needs : parent === "" ? [] : [parent];
    const type = field === "needs" ? "blocks" : "parent-child";
    const added = wanted
      .map(idOf)
      .filter((id) => !there.has(id))
      .map((id) => ({ issue_id: values.id, depends_on_id: id, type, created_at: updatedAt }));
    return { dependencies: [...kept, ...added] };
  },
  add(plan, spec, n) {
    const after = lastPlaced(plan);
    if (!after) return null;
    const near = idOf(after.base?.external_ref ?? "").replace(/\.\d+$/, "");
    const id = `${near}.gp${spec.handle.slice(5)}${n > 1 ? `-${n}` : ""}`;
    return { after, isSpaced: false, block: JSON.stringify(issueOf(plan, spec, id, [])) };
  },
};

const idOf = (ref: string) => ref.replace(/^beads:/, "");
