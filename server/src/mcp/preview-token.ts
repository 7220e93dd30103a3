import { hash, timingSafeEqual } from "node:crypto";
import { getPlanTree, listSpecs, type PlanTree, type PushResult } from "@groundplan/contract";
import type { Caller } from "./caller.ts";
import type { PlanPath } from "./locate.ts";

/** What a dry run listed. */
export interface Preview {
  push: PushResult;
  target: string;
  /** Of the operations and of all texts. */
  hash: string;
}

/** How long a preview can be pushed. */
const lastsMs = 600_000;

/**
 * Issues a token for pushing a preview. It names credential, plan, target, the preview's hash and its end, and is
 * signed, so that every process reads it.
 */
export async function issueToken(caller: Caller, planId: string, { target, hash: listed }: Preview) {
  const until = (Date.now() + lastsMs).toString(36);
  const named = [until, short(target), listed].join(".");
  return `${named}.${await signatureOf(caller, planId, named)}`;
}

interface ReadToken {
  hash: string;
  target: string;
  isOver: boolean;
  signature: string;
}

/** Reads a token for a plan; null if it isn't one of this plan and credential. */
export async function readToken(caller: Caller, planId: string, token: string) {
  const [, named = "", until = "", target = "", listed = "", signature = ""] =
    /^(([0-9a-z]{8,10})\.([0-9a-f]{16})\.([0-9a-f]{16}))\.([\w-]{16})$/.exec(token) ?? [];
  if (signature === "") return null;
  const expected = await signatureOf(caller, planId, named);
  if (!timingSafeEqual(Buffer.from(signature), Buffer.from(expected))) return null;
  const isOver = Number.parseInt(until, 36) < Date.now();
  return { hash: listed, target, isOver, signature } satisfies ReadToken;
}

/** Returns the target as a token names it. */
export const short = (text: string): string => hash("sha256", text).slice(0, 16);

const signatureOf = (caller: Caller, planId: string, named: string) =>
  caller.sign("push preview", JSON.stringify([caller.credentialId, planId, named]));

/** Hashes the operations of a dry run with the revision of each text, which the operations show in part only. */
export async function hashOfPlan(caller: Caller, params: PlanPath, push: PushResult): Promise<string> {
  const tree = await caller.call(getPlanTree, { params });
  const parts: unknown[] = [push.preview, push.caveats];
  for (const { id, shortId, revision } of plansOf(tree)) {
    parts.push(id, revision);
    for (let cursor: string | undefined; ; ) {
      const path = { projectSlug: params.projectSlug, planShortId: shortId };
      const page = await caller.call(listSpecs, { params: path, query: { limit: "200", cursor } });
      for (const spec of page.specs) parts.push(spec.id, spec.revision, spec.status, spec.effort);
      if (page.nextCursor === undefined) break;
      cursor = page.nextCursor;
    }
  }
  return short(JSON.stringify(parts));
}

const plansOf = ({ plan, children }: PlanTree): PlanTree["plan"][] => [plan, ...children.flatMap(plansOf)];
