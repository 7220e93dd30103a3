import { acceptanceCriteria, type Provider } from "@groundplan/contract";
import type { DataKey } from "../../../secrets/data-key.ts";
import { sign } from "../../../secrets/sign.ts";
import { type Db, isOneOf } from "../../../storage/dialect.ts";
import { mayName, neutralize, neutralizeText } from "../../trackers/references.ts";
import { trackerOf } from "../../trackers/registry.ts";
import type { Identity, Item, ItemPictures, Parent } from "../../trackers/tracker.ts";
import { readDetails } from "./details.ts";
import { itemKindOf } from "./kinds.ts";
import type { LedgerScope } from "./ledger.ts";
import { handleOf, optionsOf, type PushOptions, type PushRow, type StepRow } from "./pushes.ts";

export interface Text {
  title: string;
  text: string;
  quieted?: readonly string[];
  pictures?: ItemPictures;
}

/** Null if unknown. */
export type KeysOf = () => Promise<ReadonlySet<string> | null>;

/** The portion of a text that is not in its version. */
export interface Extra {
  /** A part has no version. */
  title?: string;
  /** Dependencies beyond the tracker's link limit. */
  needs?: string[];
}

/** Only longer titles can move into the text, where trackers parse references. */
const longestTitle = 80;

/** Neutralizes references unless the project keeps them live. */
export async function worded(
  { title, text }: Text,
  { references }: Pick<PushOptions, "references">,
  provider: Provider,
  keysOf: KeysOf,
): Promise<Text> {
  if (references === "live") return { title, text };
  const forms = trackerOf(provider).references;
  const line = title.length > longestTitle ? title : "";
  // A URL names an issue whatever the keys are.
  const harmless = mayName(`${line}\n${text}`, forms) ? { labels: labelsOf(text), keys: await keysOf() } : {};
  const quietTitle = neutralizeText(line, forms, harmless);
  const quiet = neutralize(text, forms, harmless);
  const quieted = [...new Set([...quietTitle.changed, ...quiet.changed])];
  return { title: quietTitle.text || title, text: quiet.text, quieted };
}

/** Returns for `REQ-2.3` also the part that resembles an issue key. */
const labelsOf = (text: string): ReadonlySet<string> =>
  new Set(acceptanceCriteria(text).flatMap(({ id }) => (id ? [id, id.split(".")[0] ?? id] : [])));

/** Leaves out plans and specs deleted since. */
export async function readTexts(
  db: Db,
  push: PushRow,
  steps: readonly StepRow[],
  keysOf: KeysOf,
): Promise<Map<number, Text>> {
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
        .where("step.push_id", "=", push.id)
        // A deleted spec keeps its versions while it can be restored.
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom("deleted_specs")
                .select("deleted_specs.id")
                .whereRef("deleted_specs.workspace_id", "=", "step.workspace_id")
                .whereRef("deleted_specs.id", "=", "step.entity_id"),
            ),
          ),
        )
        .where(
          isOneOf(
            db,
            "step.position",
            steps.map(({ position }) => position),
          ),
        )
        .execute()
    : [];
  const options = optionsOf(push);
  const texts = new Map<number, Text>();
  for (const { position, ...text } of rows)
    texts.set(position, await worded(text, options, push.provider, keysOf));
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

export function withExtra(text: Text | undefined, extra: Extra | null, handle: string): Text | undefined {
  if (extra?.title)
    return { title: `${extra.title} of ${handle}`, text: `A part of what lies under ${handle}.` };
  return text && extra?.needs ? withNeeds(text, extra.needs) : text;
}

/** Returns undefined once deleted. */
export async function readVersion(
  db: Db,
  push: PushRow,
  entityId: string,
  revision: number,
  keysOf: KeysOf,
): Promise<Text | undefined> {
  const text = await db
    .selectFrom("revisions")
    .select(["title", "text"])
    .where("workspace_id", "=", push.workspace_id)
    .where("subject_id", "=", entityId)
    .where("seq", "=", revision)
    .executeTakeFirst();
  return text && worded(text, optionsOf(push), push.provider, keysOf);
}

const extraOf = ({ extra }: StepRow): Extra | null => (extra === null ? null : (JSON.parse(extra) as Extra));

const withNeeds = ({ title, text, quieted = [] }: Text, needs: readonly string[]): Text => ({
  title,
  quieted,
  text: `${text}\n\n**Needs first, too:**\n\n${needs.map((need) => `- ${need}`).join("\n")}`.trimStart(),
});

export function itemOf(
  scope: LedgerScope,
  dataKey: DataKey,
  step: Pick<StepRow, "kind" | "entity_id" | "effort" | "plan_number" | "spec_number" | "status" | "details">,
  { title, text, quieted = [], pictures }: Text,
  { clientId, parent }: { clientId: string; parent: Parent },
): Item {
  const { kind, effort, status } = step;
  const identity: Identity = { clientId, marker: markerOf(dataKey, scope, step) };
  const handle = handleOf(step.plan_number, step.spec_number);
  const details = readDetails(step.details);
  const content = { title, text, quieted, pictures, effort, status, details };
  return { kind: itemKindOf(kind), ...content, handle, identity, parent };
}

/**
 * Returns the marker by which an unanswered create is found again. It is signed, so that no text can pass for
 * another spec's.
 */
function markerOf(
  dataKey: DataKey,
  { workspaceId, connectionId, target }: LedgerScope,
  { kind, entity_id: entityId }: Pick<StepRow, "kind" | "entity_id">,
): string {
  const meaning = JSON.stringify([workspaceId, connectionId, target, kind, entityId]);
  // Hexadecimal, since two hyphens may end an HTML comment.
  const signature = Buffer.from(sign(dataKey, "push marker", meaning), "base64url").toString("hex");
  return `${kind}=${entityId} connection=${connectionId} signature=${signature}`;
}
