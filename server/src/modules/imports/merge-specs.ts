import type { Actor } from "../../actor.ts";
import type { Db } from "../../storage/dialect.ts";
import { liveClaims } from "../claims/live-claims.ts";
import { lackIn } from "../evidence/lack.ts";
import { textHash } from "../specs/derived-columns.ts";
import type { Base } from "./base.ts";
import { decideSpec, type SpecDecision } from "./decide-spec.ts";
import type { KnownBase } from "./known.ts";
import type { Match } from "./match-specs.ts";
import type { How, SourcePlan, SourceSpec } from "./source.ts";
import { baseTextsOf, contentsOf } from "./store.ts";

type Found = Extract<Match, { kind: "found" }>;

/**
 * Merges specs and returns decisions by id. Reads texts only if hashes differ, and skips unchanged sources.
 * Yields through `turn`.
 */
export async function mergeSpecs(
  db: Db,
  { workspaceId }: Actor,
  found: readonly Found[],
  { projectId, onConflict, timed }: Pick<How, "projectId" | "onConflict" | "timed">,
  turn: () => Promise<void>,
): Promise<Map<string, SpecDecision>> {
  const asked = found.map((one) => ({ ...one, hash: textHash(one.source.title, one.source.content) }));
  const stale = asked.filter(({ base, source, hash }) => !isAsImported(base, source, hash));
  const contents = await contentsOf(
    db,
    workspaceId,
    stale.filter(({ spec, hash }) => spec.text_hash !== hash).map(({ spec }) => spec.id),
  );
  const bases = await basesWithTexts(
    db,
    workspaceId,
    stale.map(({ base, source, hash }) => ({ base, title: source.title, content: source.content, hash })),
  );
  const claims = await liveClaims(
    db,
    workspaceId,
    stale.map(({ spec }) => spec.id),
  );
  const claimed = new Set(claims.map(({ spec_id }) => spec_id));
  const finished = stale.filter(({ spec, source }) => source.status === "DONE" && spec.status !== "DONE");
  const lackOf = await lackIn(
    db,
    { workspace_id: workspaceId, project_id: projectId },
    finished.map(({ spec }) => spec),
  );
  const decisions = new Map<string, SpecDecision>();
  for (const { spec, source, base, isAdopted } of stale) {
    await turn();
    const content = contents.get(spec.id) ?? source.content;
    const known = base ? (bases.get(base.item_id) ?? null) : null;
    decisions.set(
      spec.id,
      timed(() =>
        decideSpec(spec, content, source, {
          base: known,
          onConflict: isAdopted ? "ours" : onConflict,
          onTextConflict: isAdopted ? "theirs" : onConflict,
          isClaimed: claimed.has(spec.id),
          lacksEvidence: (text) => lackOf(spec, text) !== null,
        }),
      ),
    );
  }
  return decisions;
}

/** Tests for an unchanged source. */
export const isAsImported = (
  base: KnownBase | undefined,
  {
    externalRef,
    status,
    effort,
  }: Pick<SourceSpec, "externalRef" | "effort"> & { status?: SourceSpec["status"] | SourcePlan["status"] },
  hash: string,
): boolean =>
  base?.text_hash === hash &&
  (status === undefined || base.status === status) &&
  (effort === undefined || base.effort === (effort ?? 0)) &&
  base.external_ref === externalRef;

interface Asked {
  base: KnownBase | undefined;
  /** The source's text and its hash. */
  title: string;
  content: string;
  hash: string;
}

/** Returns bases with texts by item, reusing the source's text for equal hashes. */
export async function basesWithTexts(
  db: Db,
  workspaceId: string,
  asked: readonly Asked[],
): Promise<Map<string, Base>> {
  const differing = asked.flatMap(({ base, hash }) => (base && base.text_hash !== hash ? base.item_id : []));
  const texts = await baseTextsOf(db, workspaceId, differing);
  return new Map(
    asked.flatMap(({ base, title, content, hash }) => {
      const text = base?.text_hash === hash ? { title, content } : texts.get(base?.item_id ?? "");
      return base && text ? [[base.item_id, { ...base, ...text }] as const] : [];
    }),
  );
}
