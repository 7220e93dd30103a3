import { requirementOf } from "../formats/openspec.ts";
import { oneLine, taskBlock } from "../text/parts.ts";
import type { TreePlan, TreeSpec } from "../tree.ts";
import { boxEdits, titleEdit } from "./fields.ts";
import type { KeptFormat } from "./kept-format.ts";
import { isTaskPlan, lastPlaced, numberBehind } from "./siblings.ts";

const boxes = { TODO: " ", DONE: "x" };

/** OpenSpec's requirements and tasks. */
export const openspecKept: KeptFormat = {
  set(field, part) {
    if (field === "title") return titleEdit(part);
    return field === "status" ? boxEdits(part, boxes) : null;
  },
  add(plan, spec, n) {
    const after = lastPlaced(plan);
    if (!after) return null;
    if (isTaskPlan(plan)) {
      const number = numberBehind(after, n);
      const line = `- [${spec.status === "DONE" ? "x" : " "}] ${number} ${oneLine(spec.title)}`;
      return { after, isSpaced: false, block: taskBlock(line, spec.content) };
    }
    return { after, isSpaced: true, block: requirementOf(spec, titlesOf(plan, spec)).trimEnd() };
  },
};

const titlesOf = ({ specs }: TreePlan, own: TreeSpec) =>
  new Set(specs.flatMap((spec) => (spec === own ? [] : oneLine(spec.title))));
