import type { PictureType } from "@groundplan/contract";
import { FileNotWhole, readFile } from "../../../files/read-file.ts";
import {
  type ExternalRef,
  type Picture,
  TrackerError,
  type TrackerErrorCode,
} from "../../trackers/tracker.ts";
import { withRetries } from "../execute/tracker-calls/retry.ts";
import { type ConnectedWork, commit, PushAborted } from "../execute/work.ts";
import { externalsOf } from "../ledger/externals.ts";
import { optionsOf, type StepRow, scopeOf } from "../ledger/pushes.ts";
import type { Text } from "../ledger/texts.ts";
import { holderOf } from "./illustrate.ts";
import { picturesIn } from "./in-text.ts";
import { type KnownPicture, knownPictures } from "./known-pictures.ts";
import { recordPicture } from "./record-picture.ts";

/** Sends the pictures of texts that are about to be written, each once; those of an issue once it is there. */
export async function sendPictures(
  work: ConnectedWork,
  steps: readonly StepRow[],
  texts: ReadonlyMap<number, Text>,
): Promise<void> {
  const { push, tracker, context } = work;
  const shown = steps.flatMap((step) => {
    const ids = picturesIn(texts.get(step.position)?.text ?? "");
    return ids.length === 0 ? [] : [{ step, ids }];
  });
  if (!tracker.pictures || shown.length === 0) return;
  const scope = scopeOf(push);
  const externals = await externalsOf(
    context.db,
    scope,
    shown.map(({ step }) => step.entity_id),
  );
  for (const { step, ids } of shown) {
    const external = externals.get(step.entity_id) ?? null;
    const issueId = holderOf(tracker.pictures, external?.id);
    if (issueId === null) continue;
    const owner = { entityId: step.entity_id, planId: step.plan_id };
    const known = await knownPictures(context.db, scope, owner, ids, issueId);
    for (const picture of known.values())
      if (isOpen(work, picture)) await sendPicture(work, picture, { issueId, external });
  }
}

function isOpen({ push }: ConnectedWork, { file_id, sent }: KnownPicture): boolean {
  if (file_id === null || sent?.state === "sent") return false;
  return sent?.state !== "refused" || (optionsOf(push).retry && sent.push_id !== push.id);
}

interface Holder {
  /** The key of the ledger's rows. */
  issueId: string;
  external: ExternalRef | null;
}

async function sendPicture(
  work: ConnectedWork,
  picture: KnownPicture,
  { issueId, external }: Holder,
): Promise<void> {
  const { tracker, job } = work;
  job.signal.throwIfAborted();
  const content = await contentOf(work, picture);
  if (content === null) return;
  const row = { issue_id: issueId, picture_id: picture.id };
  const { stop } = await commit(work, recordPicture, {
    ...row,
    state: "sending",
    address: null,
    error: null,
  });
  if (stop !== null) throw new PushAborted(stop);
  let mayExist = picture.sent?.state === "sending";
  try {
    const address = await withRetries(work, () => {
      const isRepeated = mayExist;
      mayExist = true;
      return tracker.pictures?.send(content, external, isRepeated) ?? Promise.resolve(null);
    });
    await commit(work, recordPicture, { ...row, state: "sent", address, error: null });
  } catch (error) {
    if (!(error instanceof TrackerError) || error.outcome !== "refused") throw error;
    if (error.code === "missing") return; // The issue is gone, as its own step will tell.
    if (!ofOnePicture.includes(error.code)) throw error;
    await commit(work, recordPicture, { ...row, state: "refused", address: null, error: error.message });
  }
}

/** Refusals that say nothing about other calls. */
const ofOnePicture: readonly TrackerErrorCode[] = ["access", "invalid"];

const extensions: Readonly<Record<PictureType, string>> = {
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/gif": "gif",
  "image/webp": "webp",
};

/** Reads a picture, whose name its id makes unique; null if it was removed meanwhile. */
async function contentOf(
  { context, push }: ConnectedWork,
  { id, file_id, name, media_type: mediaType }: KnownPicture,
): Promise<Picture | null> {
  if (file_id === null) return null;
  try {
    const pieces = await Array.fromAsync(readFile(context.db, push.workspace_id, file_id));
    const stem = name
      .replace(/\.\w{1,5}$/, "")
      .replace(/[^\p{L}\p{N}._-]+/gu, "-")
      .slice(0, 60);
    const fileName = `${stem || "picture"}-${id.slice(-8)}.${extensions[mediaType]}`;
    return { fileName, mediaType, body: new Uint8Array(Buffer.concat(pieces)) };
  } catch (error) {
    if (error instanceof FileNotWhole) return null;
    throw error;
  }
}
