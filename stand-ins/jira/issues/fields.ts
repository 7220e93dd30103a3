import { isObject, type JsonObject } from "../../common/answers.ts";
import type { Field, Project } from "../projects/project.ts";
import { type FieldErrors, invalidFields } from "../refusals.ts";
import type { Issue, IssueType, JiraSite } from "../site.ts";
import { normalise, textOf } from "./adf.ts";

/** Stands for "no parent". */
export const none = Symbol("none");

const asObject = (value: unknown): JsonObject => (isObject(value) ? value : {});
const offScreen = (id: string) =>
  `Field '${id}' cannot be set. It is not on the appropriate screen, or unknown.`;

/**
 * Returns the values set by `fields` and `update`. `current` has the labels to modify. Throws 400 for a field
 * in both or on no screen.
 */
export function valuesOf(project: Project, body: JsonObject, current: JsonObject): Record<string, unknown> {
  const fields = asObject(body.fields);
  const update = asObject(body.update);
  const errors: FieldErrors = {};
  for (const id of [...Object.keys(fields), ...Object.keys(update)])
    if (!project.fields.some((field) => field.id === id)) errors[id] = offScreen(id);
  for (const id of Object.keys(update))
    if (id in fields) errors[id] = `Field '${id}' is in both fields and update.`;
  if (Object.keys(errors).length > 0) throw invalidFields(errors);
  const values: Record<string, unknown> = { ...fields };
  for (const [id, operations] of Object.entries(update))
    values[id] = operated(id, Array.isArray(operations) ? operations : [], current[id]);
  return values;
}

function operated(id: string, operations: unknown[], current: unknown): unknown {
  let value = current;
  for (const operation of operations) {
    const [[verb, operand] = ["", undefined]] = Object.entries(asObject(operation));
    const list = Array.isArray(value) ? value : [];
    if (verb === "set") value = id === "parent" && asObject(operand).none === true ? none : operand;
    else if (id === "labels" && verb === "add") value = [...list, operand];
    else if (id === "labels" && verb === "remove") value = list.filter((label) => label !== operand);
    else throw invalidFields({ [id]: `Operation '${verb}' is not supported for the field '${id}'.` });
  }
  return value;
}

/** Returns a field with its allowed values for an issue type. */
export function forType(field: Field, { name }: IssueType): Field {
  const allowed = field.allowed?.filter(({ types }) => types?.includes(name) ?? true);
  return { ...field, ...(allowed && { allowed: allowed.map(({ id, value }) => ({ id, value })) }) };
}

/** Validates and normalizes values, except project, issue type and parent. Throws 400 with all problems. */
export function checked(
  site: JiraSite,
  { project, type }: Pick<Issue, "project" | "type">,
  values: Record<string, unknown>,
): Record<string, unknown> {
  const errors: FieldErrors = {};
  const result: Record<string, unknown> = {};
  for (const field of project.fields) {
    const value = values[field.id];
    if (value === undefined || ["project", "issuetype", "issuelink"].includes(field.type)) continue;
    const problem =
      value === null && field.type === "priority"
        ? "Priority is required."
        : value === null
          ? missing(field)
          : problemOf(site, project, forType(field, type), value);
    if (problem !== undefined) errors[field.id] = problem;
    else result[field.id] = kept(field, value);
  }
  if (Object.keys(errors).length > 0) throw invalidFields(errors);
  return result;
}

/** Returns errors for missing required fields. */
export function lacking(project: Project, values: Record<string, unknown>): FieldErrors {
  const errors: FieldErrors = {};
  for (const field of project.fields) {
    const problem = values[field.id] === undefined ? missing(field) : undefined;
    if (problem !== undefined) errors[field.id] = problem;
  }
  return errors;
}

function missing(field: Field): string | undefined {
  if (field.id === "summary") return "You must specify a summary of the issue.";
  return field.required ? `${field.name} is required.` : undefined;
}

function problemOf(site: JiraSite, project: Project, field: Field, value: unknown): string | undefined {
  if (field.id === "summary") return summaryProblem(value);
  if (field.type === "textarea") return documentProblem(site, value);
  if (field.type === "array") return labelsProblem(value);
  if (field.type === "user") return assigneeProblem(site, value);
  if (field.type === "priority") return priorityProblem(project, value);
  if (field.type === "date")
    return /^\d{4}-\d\d-\d\d$/.test(String(value)) ? undefined : "Error parsing date string";
  if (field.type === "option") return optionProblem(field, value);
  if (field.type === "options")
    return Array.isArray(value)
      ? value.map((one) => optionProblem(field, one)).find((problem) => problem !== undefined)
      : "data was not an array";
  if (field.type === "number")
    return typeof value === "number" ? undefined : "Operation value must be a number";
  if (typeof value !== "string") return "Operation value must be a string";
  return value.length > 255
    ? "The entered text is too long. It exceeds the limit of 255 characters."
    : undefined;
}

function assigneeProblem({ people }: JiraSite, value: unknown): string | undefined {
  const accountId = isObject(value) ? value.accountId : undefined;
  return people.some((one) => one.accountId === accountId)
    ? undefined
    : `User '${accountId}' cannot be assigned issues.`;
}

function priorityProblem({ priorities }: Project, value: unknown): string | undefined {
  const id = isObject(value) ? value.id : undefined;
  return priorities.some((one) => one.id === id) ? undefined : "The priority selected is invalid.";
}

function optionProblem({ allowed = [] }: Field, value: unknown): string | undefined {
  if (!isObject(value)) return "Specify a valid 'id' or 'name' for the option";
  return allowed.some(({ id }) => id === value.id) ? undefined : `Option id '${value.id}' is not valid`;
}

function summaryProblem(value: unknown): string | undefined {
  if (typeof value !== "string") return "Operation value must be a string";
  if (value.trim() === "") return "You must specify a summary of the issue.";
  if (/[\r\n]/.test(value)) return "The summary is invalid because it contains newline characters.";
  return value.length >= 255 ? "Summary must be less than 255 characters." : undefined;
}

function documentProblem(site: JiraSite, value: unknown): string | undefined {
  if (!isObject(value) || value.type !== "doc")
    return "Operation value must be an Atlassian Document (see the Atlassian Document Format)";
  if ((site.checkDocument?.(value) ?? []).length > 0) return "INVALID_INPUT: not a valid Atlassian Document";
  const { text, textCount } = site.limits;
  const length = (textCount === "text" ? textOf(value) : JSON.stringify(value)).length;
  return length > text
    ? `The entered text is too long. It exceeds the allowed limit of ${text.toLocaleString("en")} characters.`
    : undefined;
}

function labelsProblem(value: unknown): string | undefined {
  if (!Array.isArray(value)) return "data was not an array";
  for (const label of value) {
    if (typeof label !== "string" || label === "") return "string expected";
    if (/\s/.test(label)) return `The label '${label}' contains spaces which is invalid.`;
    if (label.length > 255) return `The label '${label}' exceeds the limit of 255 characters.`;
  }
  return undefined;
}

function kept(field: Field, value: unknown): unknown {
  if (field.type === "textarea") return normalise(value);
  return field.type === "array" && Array.isArray(value) ? [...new Set(value)].sort() : value;
}
