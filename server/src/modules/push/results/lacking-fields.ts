import type { FieldValues } from "@groundplan/contract";
import type { CreateField, Level } from "../../trackers/tracker.ts";
import type { Step } from "../plan/step.ts";

type Made = Pick<Step, "kind" | "path">;

/** Returns the fields that the tracker requires of the issues that are made, and that have no value. */
export function lackingFields(
  fields: readonly CreateField[],
  made: readonly Made[],
  values: FieldValues = {},
): CreateField[] {
  const levels = new Set(made.map(levelOf));
  return fields.filter(
    ({ id, issueTypes }) =>
      values[id] === undefined &&
      issueTypes.some((type) => type.isRequired && type.levels.some((level) => levels.has(level))),
  );
}

function levelOf({ kind, path }: Made): Level {
  if (kind === "plan") return "container";
  return (path?.length ?? 0) > 1 ? "subItem" : "item";
}

/** Returns the sentence that says which fields lack a value, and how they get one. */
export function lackingSentence(target: string, lacking: readonly CreateField[]): string {
  const names = lacking.map(({ id, name }) => `${name} (\`${id}\`)`).join(", ");
  return `${target} requires fields of new issues that have no value: ${names}. Give them one in the settings of the project's tracker (\`fields\` of \`PUT /v1/projects/{projectSlug}/tracker\`).`;
}
