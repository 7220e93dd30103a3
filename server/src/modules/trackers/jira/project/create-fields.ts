import { oneLine } from "../../text.ts";
import type { CreateField } from "../../tracker.ts";
import { type Fields, listOf, partOf, text, textOrNull } from "../answer.ts";
import type { Jira } from "../client.ts";

export interface Screen {
  description: boolean;
  labels: boolean;
  parent: boolean;
  /** Story points, and the epic name required by older projects. */
  effort: string | null;
  epicName: string | null;
  dueDate: boolean;
  /** Those of the project's scheme, in its order; null if not on the screen. */
  priorities: { id: string; name: string }[] | null;
  defaultPriority: string | null;
  /** Fields that a plan doesn't fill in. */
  others: ScreenField[];
  /** By field id. */
  names: Map<string, string>;
}

export interface ScreenField extends Pick<CreateField, "id" | "name" | "type" | "allowed"> {
  isRequired: boolean;
}

const perPage = 200;
export const mostAllowed = 200;

/** Reads `GET /issue/createmeta/{project}/issuetypes/{type}`. */
export async function readScreen(jira: Jira, projectId: string, typeId: string): Promise<Screen> {
  const fields: Fields[] = [];
  for (;;) {
    const { data } = await jira.call("GET /issue/createmeta/{project}/issuetypes/{type}", {
      in: { project: projectId, type: typeId },
      query: { startAt: fields.length, maxResults: perPage },
    });
    const page = listOf(data?.fields ?? data?.results);
    fields.push(...page);
    if (page.length === 0 || fields.length >= Number(data?.total ?? 0)) return screenOf(fields);
  }
}

function screenOf(fields: Fields[]): Screen {
  const has = (fieldId: string) => fields.some((field) => field.fieldId === fieldId);
  const effort = fields.find(isEffort);
  const epicName = fields.find((field) => customOf(field) === "com.pyxis.greenhopper.jira:gh-epic-label");
  const priority = fields.find((field) => field.fieldId === "priority");
  const names = new Map(fields.map((field) => [text(field, "fieldId"), nameOf(field)]));
  const filled = new Set([...filledByUs, epicName?.fieldId]);
  return {
    description: has("description"),
    labels: has("labels"),
    parent: has("parent"),
    effort: effort ? text(effort, "fieldId") : null,
    epicName: epicName?.required === true ? text(epicName, "fieldId") : null,
    dueDate: has("duedate"),
    priorities: priority ? (otherOf(priority).allowed ?? []) : null,
    defaultPriority: priority ? textOrNull(partOf(priority, "defaultValue"), "id") : null,
    others: fields.filter((field) => !filled.has(field.fieldId)).map(otherOf),
    names,
  };
}

/** Jira sets the reporter to the credential's account. */
const filledByUs = ["summary", "issuetype", "project", "description", "labels", "parent", "reporter"];

/** Recognizes story points: a field type in team-managed projects, elsewhere a number by that name. */
function isEffort(field: Fields): boolean {
  if (customOf(field) === "com.pyxis.greenhopper.jira:jsw-story-points") return true;
  const isNumber = customOf(field) !== null && partOf(field, "schema").type === "number";
  return isNumber && /^story points?( estimate)?$/i.test(textOrNull(field, "name") ?? "");
}

const customOf = (field: Fields) => textOrNull(partOf(field, "schema"), "custom");

const nameOf = (field: Fields): string => oneLine(textOrNull(field, "name") ?? "") || text(field, "fieldId");

function otherOf(field: Fields): ScreenField {
  const values = Array.isArray(field.allowedValues) ? listOf(field.allowedValues) : null;
  const allowed = values?.slice(0, mostAllowed).flatMap((value) => {
    const id = textOrNull(value, "id");
    return id === null ? [] : [{ id, name: textOrNull(value, "value") ?? textOrNull(value, "name") ?? id }];
  });
  return {
    id: text(field, "fieldId"),
    name: nameOf(field),
    type: textOrNull(partOf(field, "schema"), "type") ?? "any",
    isRequired: field.required === true && field.hasDefaultValue !== true,
    ...(allowed ? { allowed } : {}),
  };
}
