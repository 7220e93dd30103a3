import type { Provider } from "@groundplan/contract";
import type { Db } from "../../../storage/dialect.ts";
import { pagePath, planHandle, specHandle } from "../../handles.ts";
import { trackerOf } from "../../trackers/registry.ts";
import type { Pictures } from "../../trackers/tracker.ts";
import type { LedgerScope } from "../ledger/ledger.ts";
import type { Text } from "../ledger/texts.ts";
import { picturesIn, withAddresses } from "./in-text.ts";
import { type KnownPicture, knownPictures, type Owner } from "./known-pictures.ts";

/** The push or preview that a text is written for. */
export interface Illustrating extends Pick<LedgerScope, "workspaceId" | "connectionId"> {
  db: Db;
  provider: Provider;
  publicUrl: string;
  /** The tracker's, if it takes any. */
  pictures: Pictures | undefined;
}

export interface OwnerWithHandles extends Owner {
  planNumber: number;
  specNumber: number | null;
}

/**
 * Returns a text with its pictures' addresses in the tracker. A picture that the tracker doesn't have, and one of another
 * document, becomes a link to the console.
 */
export async function illustrate(
  { db, workspaceId, connectionId, provider, publicUrl, pictures }: Illustrating,
  owner: OwnerWithHandles,
  text: Text,
  issueId: string | undefined,
): Promise<Text> {
  const ids = picturesIn(text.text);
  if (ids.length === 0) return text;
  const scope = { workspaceId, connectionId };
  const known = await knownPictures(db, scope, owner, ids, pictures ? holderOf(pictures, issueId) : null);
  const addressOf = (id: string) => known.get(id)?.sent?.address ?? null;
  const isAwaited = (id: string) =>
    Boolean(pictures && known.get(id)?.file_id && known.get(id)?.sent?.state !== "refused");
  const page = publicUrl + (await pageOf(db, workspaceId, owner));
  const areShown = pictures?.areShown ?? false;
  const without = ids.filter((id) => addressOf(id) === null);
  const linked = without
    .filter((id) => !isAwaited(id))
    .map((id) => whyLinked(provider, pictures, known.get(id)));
  return {
    ...text,
    text: withAddresses(text.text, addressOf, { page, areShown }),
    pictures: { linked, areAwaited: without.some(isAwaited) },
  };
}

/** Returns whose picture it is in the ledger: the account's, an issue's, or nobody's before there is one. */
export function holderOf({ of }: Pictures, issueId: string | undefined): string | null {
  if (of === "account") return "";
  return issueId ?? null;
}

function whyLinked(
  provider: Provider,
  pictures: Pictures | undefined,
  picture: KnownPicture | undefined,
): string {
  const { label } = trackerOf(provider);
  if (!picture) return "a picture belongs to another text";
  const named = JSON.stringify(picture.name);
  if (picture.file_id === null) return `${named} was removed`;
  if (!pictures) return `${label} takes no pictures from programs`;
  return `${label} did not take ${named}. ${picture.sent?.error ?? ""}`.trimEnd().replace(/\.$/, "");
}

async function pageOf(
  db: Db,
  workspaceId: string,
  { planId, planNumber, specNumber }: OwnerWithHandles,
): Promise<string> {
  const project = await db
    .selectFrom("plans")
    .innerJoin("projects", (join) =>
      join
        .onRef("projects.workspace_id", "=", "plans.workspace_id")
        .onRef("projects.id", "=", "plans.project_id"),
    )
    .select("projects.slug")
    .where("plans.workspace_id", "=", workspaceId)
    .where("plans.id", "=", planId)
    .executeTakeFirst();
  return pagePath({
    projectSlug: project?.slug,
    planShortId: planHandle(planNumber),
    specShortId: specNumber === null ? undefined : specHandle(specNumber),
  });
}
