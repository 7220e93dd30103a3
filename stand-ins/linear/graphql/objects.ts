import { isObject } from "../../common/answers.ts";
import { issueFields } from "../issues/issue-fields.ts";
import { planFields } from "../plans/plan-fields.ts";
import type { Stamped } from "../records.ts";
import type { Context } from "../site.ts";
import { workspaceFields } from "../workspace-fields.ts";
import { maxPage } from "./connections.ts";
import { LeftOut } from "./errors.ts";
import type { Fields } from "./fields.ts";

export const objects: Record<string, Fields<never>> = { ...issueFields, ...planFields, ...workspaceFields };

export function contextOf(base: Omit<Context, "read">): Context {
  const context: Context = { ...base, read: (record, name) => readForFilter(context, record, name) };
  return context;
}

/** Returns a value, a record or a list of records. */
function readForFilter(context: Context, record: unknown, name: string): unknown {
  const { __typename: type = "" } = record as Partial<Stamped>;
  const worked = objects[type]?.[name];
  if (worked === undefined) {
    if (!isObject(record) || !(name in record)) throw new LeftOut(`a filter by ${name} of ${type}`);
    return record[name];
  }
  const value = worked(record as never, { first: maxPage, includeArchived: true }, context);
  return isObject(value) && "nodes" in value ? value.nodes : value;
}
