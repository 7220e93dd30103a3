import type { DataKey } from "../../secrets/data-key.ts";
import { sign } from "../../secrets/sign.ts";
import { type Db, isOneOf } from "../../storage/dialect.ts";
import { handleOf, type RunRow, type StepRow } from "./runs.ts";
import type { Extra } from "./step.ts";
import type { Identity, Item, Parent } from "./trackers/tracker.ts";

export interface Text {
  title: string;
  text: string;
}

/** The versions that steps push, by position. What was deleted since has none. */
export async function readTexts(db: Db, push: RunRow, steps: readonly StepRow[]): Promise<Map<number, Text>> {
  const ids = steps.flatMap((step) => (step.revision === null ? [] : [step.entity_id]));
  const rows = ids.length
    ? await db
        .selectFrom("revisions")
        .innerJoin("push_steps as step", (join) =>
          join
            .onRef("step.workspace_id", "=", "revisions.workspace_id")
            .onRef("step.entity_id", "=", "revisions.subject_id")
            .onRef("step.revision", "=", "revisions.seq"),
        )
        .select(["step.position", "revisions.title", "revisions.text"])
        .where("step.workspace_id", "=", push.workspace_id)
        .where("step.run_id", "=", push.id)
        .where(
          isOneOf(
            db,
            "step.position",
            steps.map(({ position }) => position),
          ),
        )
        .execute()
    : [];
  const texts = new Map<number, Text>(rows.map(({ position, ...text }) => [position, text]));
  for (const step of steps) {
    const whole = withExtra(
      texts.get(step.position),
      extraOf(step),
      handleOf(step.plan_number, step.spec_number),
    );
    if (whole) texts.set(step.position, whole);
  }
  return texts;
}

/** What a text says beside its version; a part has no version. */
export function withExtra(text: Text | undefined, extra: Extra | null, handle: string): Text | undefined {
  if (extra?.title)
    return { title: `${extra.title} of ${handle}`, text: `A part of what lies under ${handle}.` };
  return text && extra?.needs ? withNeeds(text, extra.needs) : text;
}

/** One version, also an older one; undefined once it was deleted. */
export function readVersion(
  db: Db,
  workspaceId: string,
  entityId: string,
  revision: number,
): Promise<Text | undefined> {
  return db
    .selectFrom("revisions")
    .select(["title", "text"])
    .where("workspace_id", "=", workspaceId)
    .where("subject_id", "=", entityId)
    .where("seq", "=", revision)
    .executeTakeFirst();
}

const extraOf = ({ extra }: StepRow): Extra | null => (extra === null ? null : (JSON.parse(extra) as Extra));

const withNeeds = ({ title, text }: Text, needs: readonly string[]): Text => ({
  title,
  text: `${text}\n\n**Needs first, too:**\n\n${needs.map((need) => `- ${need}`).join("\n")}`.trimStart(),
});

/** A text as the tracker shall show it. */
export function itemOf(
  push: Pick<RunRow, "workspace_id" | "connection_id" | "target">,
  dataKey: DataKey,
  step: Pick<StepRow, "kind" | "entity_id" | "effort" | "plan_number" | "spec_number">,
  { title, text }: Text,
  { clientId, parent }: { clientId: string; parent: Parent },
): Item {
  const { workspace_id: workspaceId, connection_id: connectionId, target } = push;
  const { kind, entity_id: entityId, effort } = step;
  const mark = markOf(dataKey, { workspaceId, connectionId, target, kind, entityId });
  const identity: Identity = { clientId, mark };
  const sort = kind === "plan" ? "container" : "item";
  const handle = handleOf(step.plan_number, step.spec_number);
  return { sort, title, text, effort, handle, identity, parent };
}

interface Marked {
  workspaceId: string;
  connectionId: string;
  target: string;
  kind: string;
  entityId: string;
}

/**
 * Names a plan or spec inside its issue, so that a push which never heard back finds what it made. Signed: who
 * writes text here can't make a line that passes for another spec's.
 */
function markOf(dataKey: DataKey, of: Marked): string {
  const meaning = JSON.stringify([of.workspaceId, of.connectionId, of.target, of.kind, of.entityId]);
  // Hexadecimal, since two hyphens may end an HTML comment.
  const signature = Buffer.from(sign(dataKey, "push marker", meaning), "base64url").toString("hex");
  return `${of.kind}=${of.entityId} connection=${of.connectionId} signature=${signature}`;
}
