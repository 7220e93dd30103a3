import { structuredPatch } from "diff";
import type { Actor } from "../../actor.ts";
import { findRevision } from "../../revisions/revisions.ts";
import type { Db } from "../../storage/dialect.ts";
import { lastClaimOf } from "../claims/last-claim.ts";
import { planHandle, specHandle } from "../handles.ts";
import { sizeOf } from "../pack/compose.ts";
import type { SpecRow } from "../specs/access.ts";
import type { BriefItem, Subject } from "./subject.ts";

/** Lines of a diff; more changes are a rewrite, whose diff helps nobody. */
const mostEdits = 400;

/** Tells how a spec's last claim ended, and how its text has changed since that claim was taken. */
export async function changesOf(db: Db, _actor: Actor, { plan, spec }: Subject): Promise<BriefItem[]> {
  const claim = await lastClaimOf(db, spec);
  if (!claim) return [];
  const { agent, note, revision, created_at, holder_name, shown_state } = claim;
  const holder = holder_name ?? "a former member";
  const text = [
    `Last claimed by ${agent === null ? holder : `${agent} (${holder})`} at ${created_at}: ${shown_state}.`,
    ...(note === null ? [] : [`Their note: ${note}`]),
    await changeSince(db, spec, revision),
  ].join("\n");
  const facts = { id: `${planHandle(plan.number)}/${specHandle(spec.number)}`, since: revision };
  return [{ kind: "change", id: spec.id, title: "", revision, facts, text, size: sizeOf(text.length) }];
}

async function changeSince(db: Db, spec: SpecRow, revision: number): Promise<string> {
  if (revision === spec.revision) return "Its text is unchanged since.";
  const before = await findRevision(db, spec.workspace_id, spec.id, revision);
  if (!before) return `Its text has changed since, from revision ${revision}, which is gone.`;
  const renamed = before.title === spec.title ? [] : [`Its title was: ${before.title}`];
  return [...renamed, diffOf(before.text, spec.content)].join("\n");
}

function diffOf(before: string, after: string): string {
  if (before === after) return "Its content is unchanged since.";
  const patch = structuredPatch("", "", before, after, "", "", { context: 1, maxEditLength: mostEdits });
  if (!patch) return "Its content was rewritten since.";
  return ["Its content has changed since:", ...patch.hunks.flatMap(({ lines }) => ["", ...lines])].join("\n");
}
