import { withFront } from "../formats/markdown.ts";
import { slugOf } from "../text/slug.ts";
import type { TreeSpec } from "../tree.ts";
import { frontMatterEdit, yamlEdit } from "./fields.ts";
import type { KeptFormat, Part } from "./kept-format.ts";
import { lastPlaced } from "./siblings.ts";

/** Tests the front matter for a plan's, whose title is its name. */
const isPlan = ({ lines }: Part) => {
  const end = lines.findIndex((line, index) => index > 0 && line.trim() === "---");
  return lines.slice(0, end).some((line) => line.startsWith("name:"));
};

const numberOf = ({ base }: TreeSpec) => Number(/\/SPEC-(\d+)$/.exec(base?.external_ref ?? "")?.[1] ?? 0);

/** Our own folder of markdown. */
export const markdownKept: KeptFormat = {
  set(field, part) {
    const set = (key: string, value: unknown) =>
      value === null ? frontMatterEdit(part, key, []) : yamlEdit(part, key, value);
    if (field === "title") return set(isPlan(part) ? "name" : "title", part.title);
    if (field === "status") return set("status", part.status);
    if (field === "effort") return set("effort", part.effort);
    if (field === "needs") return set("needs", part.needs.length === 0 ? null : part.needs);
    return set("parent", part.parent === "" ? null : part.parent);
  },
  add(plan, spec, n) {
    const after = lastPlaced(plan);
    const folder = after?.place?.path.replace(/[^/]*$/, "");
    if (folder === undefined) return null;
    // Handles of the files are those of where they were written.
    const handle = `SPEC-${Math.max(...plan.specs.map(numberOf)) + n}`;
    const front = {
      handle,
      title: spec.title,
      status: spec.status,
      effort: spec.effort ?? undefined,
    };
    const path = `${folder}${handle}-${slugOf(spec.title, "spec")}.md`;
    return { file: { path, state: "written", text: withFront(front, spec.content) } };
  },
};
