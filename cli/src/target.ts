import { getPlan, getSpec, type Reply, resolveDocument } from "@groundplan/contract";
import { asPlan, specOf } from "./handles.ts";
import type { Session } from "./session.ts";

/** The document of a plan's description or of a spec's text. */
export interface Target {
  /** `PLAN-1` or `PLAN-1/SPEC-2`. */
  handle: string;
  found: Reply<typeof resolveDocument>;
}

/** Parses a plan's or spec's handle. */
export function asTarget(value: string): string {
  if (!value.includes("/")) return asPlan(value);
  const { planShortId, specShortId } = specOf([value]);
  return `${planShortId}/${specShortId}`;
}

/** Returns the id of a plan or spec by its parsed handle. */
export async function idOf({ client, plan, spec }: Session, handle: string): Promise<string> {
  if (!handle.includes("/")) return (await client.call(getPlan, { params: await plan(handle) })).plan.id;
  return (await client.call(getSpec, { params: await spec(handle) })).spec.id;
}

/** Finds the document of a plan or spec. */
export async function documentOf(session: Session, handle: string): Promise<Target> {
  const target = `plan-item:${await idOf(session, handle)}`;
  return { handle, found: await session.client.call(resolveDocument, { query: { target } }) };
}
