import { isOneOf, type Tx } from "../../../../storage/dialect.ts";
import type { Outcome, Parent } from "../../../trackers/tracker.ts";
import { issueKinds } from "../../ledger/kinds.ts";
import { inScope } from "../../ledger/ledger.ts";
import { type PushRow, scopeOf } from "../../ledger/pushes.ts";
import { waitsSentence } from "../../results/sentences.ts";
import { fenced } from "../fenced.ts";
import type { StepIntent, TextIntent } from "../intents/step-intent.ts";
import { recordOutcomes } from "../outcomes/record-outcomes.ts";
import type { StepOutcome } from "../outcomes/step-outcome.ts";
import { type ConnectedWork, commit } from "../work.ts";
import { type KnownIssue, readIssues } from "./read-issues.ts";

/** Separates creates whose parent is gone, reading parents not yet seen by this process. */
export async function withoutGoneParents(
  work: ConnectedWork,
  intents: readonly TextIntent<"create">[],
): Promise<{ intents: readonly TextIntent<"create">[]; parentGone: number[] }> {
  const above = ({ parent }: { parent: Parent }) => knownOf(parent);
  const isNew = ({ external }: KnownIssue) => !work.confirmedIds.has(external.id);
  const gone = await findGone(work, intents.flatMap(above).filter(isNew));
  if (gone.size === 0) return { intents, parentGone: [] };
  const isGone = (intent: TextIntent<"create">) =>
    above(intent).some(({ external }) => gone.has(external.id));
  const without = intents.filter(isGone);
  const stepOutcomes = without.map(
    ({ position, unanswered }): StepOutcome => ({ outcome: "postponed", position, unanswered }),
  );
  await commit(work, recordOutcomes, { stepOutcomes });
  return {
    intents: intents.filter((intent) => !isGone(intent)),
    parentGone: without.map(({ position }) => position),
  };
}

type Final<W> = { intent: W; outcome: Outcome };

/** Returns the refused links with both ends; the rest wait for their missing end. */
export async function withoutGoneEnds<W extends StepIntent<"place"> | StepIntent<"link">>(
  work: ConnectedWork,
  refused: readonly Final<W>[],
): Promise<readonly Final<W>[]> {
  const isDoubtful = ({ outcome }: Final<W>) =>
    !outcome.done && (outcome.error.code === "missing" || outcome.error.code === "invalid");
  const gone = await findGone(
    work,
    refused.filter(isDoubtful).flatMap(({ intent }) => issuesOf(intent)),
  );
  const isGone = ({ intent }: Final<W>) => issuesOf(intent).some(({ external }) => gone.has(external.id));
  const stepOutcomes = refused
    .filter(isGone)
    .map(
      ({ intent: { position, step } }): StepOutcome =>
        step.action === "unlink"
          ? { outcome: "unlinked", position }
          : { outcome: "blockedByGone", position, error: waitsSentence },
    );
  await commit(work, recordOutcomes, { stepOutcomes });
  return refused.filter((one) => !isGone(one));
}

function issuesOf(intent: StepIntent<"place"> | StepIntent<"link">): KnownIssue[] {
  if (intent.kind === "link") {
    const { kind, issue, needed } = intent.dependency;
    return [issue, needed].map((external) => ({ kind, external }));
  }
  const { kind, child, parent } = intent.placement;
  return [{ kind, external: child }, ...(parent ? knownOf(parent) : [])];
}

const knownOf = ({ container, items }: Parent): KnownIssue[] => [
  ...(container ? [{ kind: "container" as const, external: container }] : []),
  ...items.map((external) => ({ kind: "item" as const, external })),
];

/** Records the gone ones in the ledger, and returns their tracker ids. */
async function findGone(work: ConnectedWork, known: readonly KnownIssue[]): Promise<Set<string>> {
  const each = [...new Map(known.map((one) => [one.external.id, one])).values()];
  const remote = await readIssues(work, each);
  const gone = new Set<string>();
  for (const [index, { external }] of each.entries())
    (remote[index] ? work.confirmedIds : gone).add(external.id);
  if (gone.size > 0) await commit(work, recordGone, { externalIds: [...gone] });
  return gone;
}

export const recordGone = fenced(
  "push.noteGone",
  async (tx: Tx, { externalIds }: { externalIds: string[] }, push: PushRow) => {
    await tx
      .updateTable("push_items")
      .set({ state: "gone" })
      .where(inScope(scopeOf(push)))
      .where("kind", "in", issueKinds)
      .where("state", "=", "sent")
      .where(isOneOf(tx, "external_id", externalIds))
      .execute();
  },
);
