import { storyText, taskLine } from "../formats/spec-kit.ts";
import { taskBlock } from "../text/parts.ts";
import type { TreePlan } from "../tree.ts";
import { boxEdits, titleEdit } from "./fields.ts";
import type { KeptFormat } from "./kept-format.ts";
import { lastPlaced } from "./siblings.ts";

const boxes = { TODO: " ", DONE: "X" };

/** spec-kit's user stories and tasks. */
export const specKitKept: KeptFormat = {
  set(field, part) {
    if (field === "title") return titleEdit(part);
    return field === "status" ? boxEdits(part, boxes) : null;
  },
  add(plan, spec, n) {
    const placed = plan.specs.filter(({ place }) => place !== null);
    const tasks = numbersOf(plan, /\/T(\d+)$/);
    if (tasks.length > 0) {
      const after = lastPlaced(plan);
      const block = taskBlock(taskLine(spec, Math.max(...tasks) + n, ""), spec.content);
      return after ? { after, isSpaced: false, block } : null;
    }
    const stories = numbersOf(plan, /\/US(\d+)$/);
    const after = placed.findLast(({ base }) => /\/US\d+$/.test(base?.external_ref ?? ""));
    return after
      ? { after, isSpaced: true, block: storyText(spec, Math.max(0, ...stories) + n).trimEnd() }
      : null;
  },
};

const numbersOf = ({ specs }: TreePlan, id: RegExp): number[] =>
  specs.flatMap(({ base }) => {
    const number = id.exec(base?.external_ref ?? "")?.[1];
    return number === undefined ? [] : Number(number);
  });
