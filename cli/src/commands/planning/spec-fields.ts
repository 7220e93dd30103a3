import type { Command } from "commander";
import { InvalidArgumentError } from "commander";
import { asDay, asGrade, given } from "../../options.ts";
import { findLabels, findMember } from "../../people.ts";
import type { Session } from "../../session.ts";

/** Options for the fields of a spec beside its text. */
export interface FieldOptions {
  effort?: number | "none";
  readiness?: number | "none";
  priority?: number;
  due?: string;
  assignee?: string;
  label?: string[];
  parent?: string;
  needs?: string[];
}

const orNone =
  <T>(parse: (value: string) => T) =>
  (value: string): T | "none" =>
    value === "none" ? value : parse(value);

/** Returns null for `none`, by which the service clears a field. */
const nullIfNone = <T>(value: T | "none" | undefined) => (value === "none" ? null : value);

function asPriority(value: string): number {
  if (!/^[0-4]$/.test(value))
    throw new InvalidArgumentError("It must be 1 (urgent) to 4 (low), or 0 for none.");
  return Number(value);
}

/** Adds the options for the fields of a spec. */
export const withFields = (made: Command): Command =>
  made
    .option("--effort <grade>", "from 1 to 5; none for unknown", orNone(asGrade))
    .option("--readiness <grade>", "from 1 to 5, instead of the computed one; none for that", orNone(asGrade))
    .option("--priority <number>", "1 is urgent, 4 low, 0 none", asPriority)
    .option("--due <day>", "such as 2027-01-31; none for none", orNone(asDay))
    .option("--assignee <email>", "the member who does it; none for nobody")
    .option("--label <name...>", "all of its labels")
    .option("--parent <spec>", "the spec of the plan that it is part of; none for none")
    .option("--needs <spec...>", "all specs that it needs first, such as SPEC-1 or PLAN-2/SPEC-1");

/** Returns the fields of a request for the options given. */
export async function fieldsOf({ client }: Session, options: FieldOptions) {
  const { effort, readiness, priority, due, assignee, label, parent, needs } = options;
  const member =
    assignee === undefined || assignee === "none" ? undefined : await findMember(client, assignee);
  return given({
    effort: nullIfNone(effort),
    readiness: nullIfNone(readiness),
    priority,
    dueDate: nullIfNone(due),
    assigneeUserId: assignee === "none" ? null : member?.userId,
    labelIds: label && (await findLabels(client, label)),
    parentSpecId: nullIfNone(parent)?.toUpperCase() ?? nullIfNone(parent),
    needsFirst: needs?.map((need) => need.toUpperCase()),
  });
}
