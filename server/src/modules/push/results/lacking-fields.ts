import type { FieldValues } from "@groundplan/contract";
import { takenBy } from "../../trackers/taken-by.ts";
import type { CreateField, Level } from "../../trackers/tracker.ts";
import type { Step } from "../plan/step.ts";

type Made = Pick<Step, "kind" | "path">;

/** A required field without a valid value, and the issue types that refuse its value. */
export interface LackingField extends Pick<CreateField, "id" | "name"> {
  refusedBy: string[];
}

export function lackingFields(
  fields: readonly CreateField[],
  made: readonly Made[],
  values: FieldValues = {},
): LackingField[] {
  const levels = new Set(made.map(levelOf));
  return fields.flatMap(({ id, name, issueTypes }) => {
    const value = values[id];
    const lacking = issueTypes
      .filter((type) => type.isRequired && type.levels.some((level) => levels.has(level)))
      .filter((type) => value === undefined || takenBy(type.allowed, value) === undefined);
    if (lacking.length === 0) return [];
    return [{ id, name, refusedBy: value === undefined ? [] : lacking.map((type) => type.name) }];
  });
}

function levelOf({ kind, path }: Made): Level {
  if (kind === "plan") return "container";
  return (path?.length ?? 0) > 1 ? "subItem" : "item";
}

const otherValues = (issueType: string) => `; ${issueType} does not allow the given one`;

export function lackingSentence(target: string, lacking: readonly LackingField[]): string {
  const names = lacking
    .map(({ id, name, refusedBy }) => `${name} (\`${id}\`${refusedBy.map(otherValues).join("")})`)
    .join(", ");
  return `${target} requires fields of new issues that have no value: ${names}. Give them one in the settings of the project's tracker (\`fields\` of \`PUT /v1/projects/{projectSlug}/tracker\`).`;
}
