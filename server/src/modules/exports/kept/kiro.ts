import { requirementText, taskLines } from "../formats/kiro.ts";
import { taskBlock } from "../text/parts.ts";
import { boxEdits, titleEdit } from "./fields.ts";
import type { KeptFormat } from "./kept-format.ts";
import { isTaskPlan, lastPlaced, numberBehind } from "./siblings.ts";

const boxes = { TODO: " ", IN_PROGRESS: "-", DONE: "x" };

/** Kiro's requirements and tasks. */
export const kiroKept: KeptFormat = {
  set(field, part) {
    if (field === "title") return titleEdit(part);
    return field === "status" ? boxEdits(part, boxes) : null;
  },
  add(plan, spec, n) {
    const after = lastPlaced(plan);
    if (!after) return null;
    const number = Number.parseInt(numberBehind(after, n), 10);
    if (isTaskPlan(plan))
      return {
        after,
        isSpaced: false,
        block: taskBlock(taskLines(spec, number, []).join("\n"), spec.content),
      };
    return { after, isSpaced: true, block: requirementText(spec, number).trimEnd() };
  },
};
