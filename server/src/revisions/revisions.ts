import { characters, type RevisionOp } from "@groundplan/contract";
import type { Expression } from "kysely";
import type { Actor } from "../actor.ts";
import { ApiError, invalid } from "../errors.ts";
import { credentialNames } from "../events/credential.ts";
import { type Db, isFoundBy, type Tx } from "../storage/dialect.ts";
import { mergeLines } from "./merge-lines.ts";

/** A versioned text: title and content of a spec, name and description of a plan, and so on. */
export interface Text {
  title: string;
  text: string;
}

/** A version of a subject, whose row has its number after this write. */
export interface NewRevision extends Text {
  subjectId: string;
  revision: number;
  /** An edit if absent. */
  op?: RevisionOp;
  message?: string | undefined;
}

/** Stores a version of the subject. */
export async function recordRevision(tx: Tx, actor: Actor, revision: NewRevision): Promise<void> {
  await tx.insertInto("revisions").values(revisionRow(actor, revision)).execute();
}

/** Records that a revision was suggested by someone other than the author, who accepted it. */
export async function noteSuggestion(
  tx: Tx,
  workspaceId: string,
  subjectId: string,
  revision: number,
  suggested: { by: string; message: string },
): Promise<void> {
  await tx
    .updateTable("revisions")
    .set({ suggested_by: suggested.by, message: suggested.message })
    .where("workspace_id", "=", workspaceId)
    .where("subject_id", "=", subjectId)
    .where("seq", "=", revision)
    .execute();
}

/** Stores a new title as a version, reusing an earlier version's text. */
export async function recordTitle(
  tx: Tx,
  actor: Actor,
  revision: Omit<NewRevision, "text">,
  held: { version: number; characters: number },
): Promise<void> {
  const row = revisionRow(actor, { ...revision, text: "" });
  await tx
    .insertInto("revisions")
    .values({ ...row, ...held })
    .execute();
}

/** Returns a version's row, for bulk inserts. */
export function revisionRow(
  actor: Actor,
  { subjectId, revision, title, text, op = "edit", message = "" }: NewRevision,
) {
  return {
    workspace_id: actor.workspaceId,
    subject_id: subjectId,
    seq: revision,
    version: revision,
    op,
    title,
    text,
    characters: characters(text),
    message,
    actor_user_id: actor.userId,
    actor_name: actor.userName,
    suggested_by: null,
    created_at: new Date().toISOString(),
    credential_id: actor.credentialId,
  };
}

/** Returns a version with its text; undefined for a malformed `seq` too. */
export async function findRevision(db: Db, workspaceId: string, subjectId: string, seq: number) {
  if (!Number.isSafeInteger(seq) || seq < 1 || seq >= 2 ** 31) return undefined;
  const row = await rowOf(db, workspaceId, subjectId, seq);
  if (!row || row.version === row.seq) return row;
  const held = await rowOf(db, workspaceId, subjectId, row.version);
  return held && { ...row, text: held.text };
}

const rowOf = (db: Db, workspaceId: string, subjectId: string, seq: number) =>
  revisionsOf(db, workspaceId, subjectId)
    .select(["revisions.title", "revisions.text"])
    .where("revisions.seq", "=", seq)
    .executeTakeFirst();

/** Selects a subject's versions without texts, with current author and credential names. */
const revisionsOf = (db: Db, workspaceId: string, subjectId: string) =>
  db
    .selectFrom("revisions")
    .leftJoin("users", "users.id", "revisions.actor_user_id")
    .leftJoin("users as suggester", "suggester.id", "revisions.suggested_by")
    .select(["revisions.seq", "revisions.version", "revisions.op", "revisions.characters"])
    .select(["revisions.message", "revisions.actor_name", "revisions.actor_user_id"])
    .select(["revisions.created_at", "revisions.credential_id", "users.name as author_name"])
    .select(credentialNames("revisions"))
    .select(["revisions.suggested_by", "suggester.name as suggester_name"])
    .where("revisions.workspace_id", "=", workspaceId)
    .where("revisions.subject_id", "=", subjectId);

export type RevisionRow = Awaited<ReturnType<ReturnType<typeof revisionsOf>["execute"]>>[number];

/** Lists versions older than `before`, newest first. */
export const listRevisions = (
  db: Db,
  workspaceId: string,
  subjectId: string,
  before: number,
  limit: number,
): Promise<RevisionRow[]> =>
  revisionsOf(db, workspaceId, subjectId)
    .where("revisions.seq", "<", before)
    .orderBy("revisions.seq", "desc")
    .limit(limit)
    .execute();

/** Throws 412 unless `If-Match` names the current revision (decisions section 1, concurrency). */
export function requireRevision(current: number, ifMatch: readonly number[] | "*" | undefined): void {
  if (ifMatch === undefined || ifMatch === "*" || ifMatch.includes(current)) return;
  throw new ApiError(
    "precondition_failed",
    "If-Match names another revision. Read it again and repeat your change on it.",
    {
      revision: current,
    },
  );
}

/** The three texts of a failed merge: base, change and current. */
interface Conflict {
  base: string;
  yours: string;
  current: string;
}

/** The subject to merge into. */
interface Subject {
  id: string;
  revision: number;
  /** Finds a version that its address showed before or after a change of level. */
  elsewhere?: (revision: number) => Promise<Text | undefined>;
}

/** Default limit of a text (decisions section 3, limits). */
export const mostBytes = 262_144;

/** A write of a text, whose base is the current revision if absent. */
interface TextWrite {
  subject: Subject;
  current: Text;
  change: Partial<Text>;
  /** Makes the new text of the base's, instead of `change.text`. */
  edit?: ((text: string) => string) | undefined;
  baseRevision: number | undefined;
  /** Bytes. */
  most?: number;
  /** Completes "both changes together". */
  problemOf?: (merged: string) => string | null;
}

/**
 * Merges a text write that names its base with the current text by line, or throws 409 `revision_conflict`
 * with the three texts, always above the limit, that names who wrote since the base.
 */
export async function mergeOnto(tx: Tx, workspaceId: string, write: TextWrite): Promise<Text> {
  try {
    return await merged(tx, workspaceId, write);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "revision_conflict") throw error;
    const names = await writersSince(tx, workspaceId, write.subject, write.baseRevision ?? 0);
    const message = error.message.replace(/^Someone\b/, listed(names));
    throw new ApiError(error.code, message, error.details);
  }
}

/** Returns "Ben", "Ben and others", or "Someone". */
const listed = ([name = "Someone", ...others]: readonly string[]): string =>
  others.length > 0 ? `${name} and others` : name;

/** Returns the names of who wrote a subject's last revisions after one, each once, the latest first. */
async function writersSince(
  tx: Tx,
  workspaceId: string,
  { id }: Subject,
  revision: number,
): Promise<string[]> {
  const rows = await tx
    .selectFrom("revisions")
    .select("actor_name")
    .where("workspace_id", "=", workspaceId)
    .where("subject_id", "=", id)
    .where("seq", ">", revision)
    .orderBy("seq", "desc")
    .limit(20)
    .execute();
  return [...new Set(rows.map(({ actor_name }) => actor_name))];
}

async function merged(tx: Tx, workspaceId: string, write: TextWrite): Promise<Text> {
  const { subject, current, edit, baseRevision, most = mostBytes, problemOf = () => null } = write;
  const isCurrent = baseRevision === undefined || baseRevision === subject.revision;
  const base = isCurrent ? current : await baseOf(tx, workspaceId, subject, baseRevision);
  const change = edit ? { ...write.change, text: edit(base.text) } : write.change;
  const wanted = { ...current, ...change };
  if (isCurrent) return wanted;
  const text =
    change.text === undefined
      ? current.text
      : (pick(base.text, current.text, change.text) ??
        mergeTexts(
          subject.revision,
          { base: base.text, yours: change.text, current: current.text },
          most,
          problemOf,
        ));
  const title = change.title === undefined ? current.title : pick(base.title, current.title, change.title);
  if (title !== null) return { title, text };
  const titles = { base: base.title, yours: wanted.title, current: current.title };
  throw conflict(subject.revision, "Someone changed the same title", titles);
}

/** Merges a text that both sides changed; throws 409 if impossible. */
function mergeTexts(
  revision: number,
  texts: Conflict,
  most: number,
  problemOf: (merged: string) => string | null,
): string {
  const small = Object.entries(texts).filter(([, text]) => Buffer.byteLength(text) <= most);
  if (small.length < 3) throw tooLarge(revision, most, Object.fromEntries(small));
  const text = mergeLines(texts.base, texts.current, texts.yours);
  if (text === null) throw conflict(revision, "Someone changed the same text", texts);
  if (Buffer.byteLength(text) > most)
    throw conflict(revision, `Both changes together are larger than ${most} bytes`, texts);
  const problem = problemOf(text);
  if (problem !== null) throw conflict(revision, `Both changes together ${problem}`, texts);
  return text;
}

/** Throws 400 unless the subject had the base revision of a body. */
export async function requireBase(
  tx: Tx,
  workspaceId: string,
  subject: Subject,
  baseRevision: number,
): Promise<void> {
  if (baseRevision !== subject.revision) await baseOf(tx, workspaceId, subject, baseRevision);
}

/** Deletes all versions of deleted subjects. */
export async function forgetRevisions(
  tx: Tx,
  workspaceId: string,
  subjectIds: Expression<unknown>,
): Promise<void> {
  await tx
    .deleteFrom("revisions")
    .where("workspace_id", "=", workspaceId)
    .where(isFoundBy(tx, "subject_id", subjectIds))
    .execute();
}

/** Returns the text of an earlier revision; undefined before a text's first one. */
async function baseOf(
  tx: Tx,
  workspaceId: string,
  { id, elsewhere }: Subject,
  revision: number,
): Promise<Text> {
  const base = (await findRevision(tx, workspaceId, id, revision)) ?? (await elsewhere?.(revision));
  if (base) return base;
  if (revision === 0) return { title: "", text: "" };
  throw invalid("/baseRevision", "is a revision that doesn't exist; send the one that you read");
}

/** Returns the 409 for a conflicting change with the three texts, except those above the limit. */
export function textConflict(revision: number | string, what: string, texts: Conflict): ApiError {
  const small = Object.entries(texts).filter(([, text]) => Buffer.byteLength(text) <= mostBytes);
  return small.length < 3
    ? tooLarge(revision, mostBytes, Object.fromEntries(small))
    : conflict(revision, what, texts);
}

function conflict(revision: number | string, what: string, texts: Conflict): ApiError {
  const message = `${what}. Merge the three in \`details\`, then repeat with its revision as the base.`;
  return new ApiError("revision_conflict", message, { revision, ...texts });
}

const tooLarge = (revision: number | string, most: number, small: Partial<Conflict>) =>
  new ApiError(
    "revision_conflict",
    `Someone also changed the text, and texts above ${most} bytes are not merged or included in \`details\`. Read the current text, make your change on it, then repeat with its revision as the base.`,
    { revision, ...small },
  );

/** Returns the text of the only side that changed it; null if both differ. */
function pick(base: string, current: string, wanted: string): string | null {
  if (current === base || current === wanted) return wanted;
  return wanted === base ? current : null;
}
