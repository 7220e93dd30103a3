import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { basename, dirname } from "node:path";
import type { ExportFormat } from "@groundplan/contract";
import { listPlans } from "@groundplan/contract";
import { type Format, NotImportable } from "../../../client/src/import/format.ts";
import { definitionOf, type FormatId } from "../../../client/src/import/formats.ts";
import { importAll } from "../../../client/src/import/import-all.ts";
import { locate } from "../../../client/src/import/locate.ts";
import { conflicts as openConflicts } from "../../../client/src/import/report.ts";
import type { Client } from "../../../client/src/index.ts";
import { exitCodes } from "../exit-codes.ts";
import { download } from "../export/download.ts";
import { type Folder, folderOf } from "../export/folders.ts";
import { refuseUnwritable } from "../export/refuse-unwritable.ts";
import { isStill, placeIn, refuseLinks, writeFile } from "../export/write-files.ts";
import { Failure } from "../failure.ts";
import { disk } from "../import/disk/disk.ts";
import { readerOf } from "../import/readers.ts";
import { lineOf } from "../import/say-report.ts";
import type { PlanParams } from "../locate-plan.ts";
import { counted, printable, say, sayJson } from "../output.ts";
import { connect } from "../service.ts";
import { projectOf, readSettings } from "../settings.ts";
import { hashOf, ImportedFiles } from "./imported-files.ts";
import { hasMarkers, markedMerge } from "./marked.ts";
import { type Bytes, mergeFile, textOf } from "./merge-file.ts";
import { overlay } from "./overlay.ts";
import { readFolder } from "./read-folder.ts";
import { followRenames } from "./renames.ts";
import { readState, type State, stateFile, writeState } from "./state.ts";

export interface SyncOptions {
  project?: string;
  markers?: true;
  json?: true;
  /** Leaves out the lines of formats without changes. */
  quiet?: true;
}

type Reading = Readonly<Record<string, string>>;

/** A format of a folder, kept in step with its plans. */
interface Place {
  id: FormatId;
  format: Format;
  path: string;
  reading: Reading;
  folder: Folder;
  state: string;
}

interface Session {
  client: Client;
  projectSlug: string;
  markers: boolean;
}

/** What a round did, for the report. */
interface Round {
  written: string[];
  removed: string[];
  conflicts: string[];
  /** Specs created or updated in Groundplan. */
  sent: number;
  /** True if another round may have more to do. */
  isOpen: boolean;
}

/** What a sync did with one format. */
interface Synced {
  format: FormatId;
  /** Paths in the folder. */
  written: string[];
  removed: string[];
  /** Specs created or updated in Groundplan. */
  changed: number;
  conflicts: string[];
}

/** A round settles what the one before sent; more come only while others write. */
const mostRounds = 4;

/** Keeps a folder and its plans in step, once. Throws a conflict if both sides changed the same lines. */
export async function runSync(...given: Parameters<typeof syncFolder>): Promise<void> {
  try {
    await syncFolder(...given);
  } catch (error) {
    if (!(error instanceof NotImportable)) throw error;
    // An import would undo the changes of others.
    const message = error.message.replace(/then import again\.$/u, "then sync again.");
    throw new Failure(message, { parts: error.notices.map(lineOf).map(printable), cause: error });
  }
}

async function syncFolder(
  path: string,
  readingOf: (id: FormatId) => Reading,
  { project, markers, json, quiet }: SyncOptions,
): Promise<void> {
  const settings = readSettings();
  const projectSlug = projectOf(settings, project);
  const session = { client: connect(settings), projectSlug, markers: markers === true };
  const files = disk();
  const located = await locate(files, path, "auto", (id, at) => `run \`groundplan sync ${at}\` for ${id}`);
  const synced: Synced[] = [];
  for (const { format: id, path: at } of located) {
    const folder = await folderOf(id as ExportFormat, at);
    const state = stateFile(folder.path, settings.url, projectSlug, id);
    const format = await readerOf(id, files);
    const one = await syncPlace(session, { id, format, path: at, reading: readingOf(id), folder, state });
    if (!json && !(quiet && isIdle(one))) saySynced(one);
    synced.push(one);
  }
  if (json) sayJson({ formats: synced });
  const conflicts = synced.flatMap((one) => one.conflicts);
  if (conflicts.length > 0)
    throw new Failure(
      markers
        ? "Both sides changed the same text. It is marked in these files: choose, remove the markers, then sync again."
        : "Both sides changed the same text. Each keeps its own: change one side, or add --markers to see both in the files.",
      { parts: [...new Set(conflicts)].map(printable), exitCode: exitCodes.conflict },
    );
}

async function syncPlace(session: Session, place: Place): Promise<Synced> {
  const total = { written: new Set<string>(), removed: new Set<string>(), changed: 0 };
  let last: Round | null = null;
  for (let count = 0; count < mostRounds && (last?.isOpen ?? true); count++) {
    last = await syncOnce(session, place);
    for (const path of last.written) total.written.add(path);
    for (const path of last.removed) total.removed.add(path);
    total.changed += last.sent;
  }
  const { written, removed, changed } = total;
  return {
    format: place.id,
    written: [...written],
    removed: [...removed],
    changed,
    conflicts: last?.conflicts ?? [],
  };
}

const isIdle = ({ written, removed, changed }: Synced) => written.length + removed.length + changed === 0;

function saySynced({ format, written, removed, changed }: Synced): void {
  const files = counted(written.length, "file");
  const specs = counted(changed, "spec");
  const { name } = definitionOf(format);
  say(`${name}: ${files} written, ${removed.length} removed, ${specs} changed in Groundplan.`);
  for (const path of written) say(`  ${printable(path)}`);
  for (const path of removed) say(`  ${printable(path)} (removed)`);
}

/** Brings Groundplan's changes into the folder, then the folder's into Groundplan. */
async function syncOnce(session: Session, place: Place): Promise<Round> {
  const { format, path, reading, folder } = place;
  const round: Round = { written: [], removed: [], conflicts: [], sent: 0, isOpen: false };
  const { files: local, tops } = await readFolder(format, path, reading);
  refuseMarked(local);
  const base = await readState(place.state);
  await refuseUnread(folder, base, local);
  const { remote, imported } = await remoteFiles(session, place, tops);
  if (remote)
    await followRenames(base, local, remote, async (from, to, bytes) => {
      if (!(await put(folder, to, null, bytes)) || !(await put(folder, from, bytes, null))) return false;
      round.written.push(to);
      round.removed.push(from);
      return true;
    });
  if (remote && base.size === 0)
    for (const [at, bytes] of await importedUnchanged(session, place, local, { remote, imported }))
      base.set(at, bytes);
  const next: State = new Map();
  const sent = new Map<string, Buffer>();
  // Before the first import nothing is known of Groundplan's side. What it never had, such as a file that holds
  // keys, gets no base, or the next sync would take it for removed there.
  const paths = remote === null ? [] : new Set([...local.keys(), ...remote.keys(), ...base.keys()]);
  for (const at of paths) {
    const versions = {
      base: base.get(at) ?? null,
      local: local.get(at) ?? null,
      remote: remote?.get(at) ?? null,
    };
    const merge = mergeFile(versions);
    const onDisk = placeIn(folder, at);
    const isMarked = session.markers && merge.conflicts.some((line) => line > 0);
    if (merge.conflicts.length > 0 && merge.sent && onDisk !== null)
      sent.set(
        onDisk,
        isMarked ? merge.sent : withoutChanges(merge.sent, versions.remote, (await imported()).get(at)),
      );
    const merged = isMarked ? marked(versions) : merge.merged;
    round.conflicts.push(...merge.conflicts.map((line) => (line === 0 ? at : `${at}, line ${line}`)));
    const isSettled = !isChanged(merged, versions.local) || (await put(folder, at, versions.local, merged));
    // A file that was written meanwhile keeps its base, and is merged in the next round.
    // Who removes the markers has seen Groundplan's version, and chosen against what differs from it.
    const seen = isMarked ? versions.remote : merge.base;
    const settled = isSettled ? seen : versions.base;
    if (settled) next.set(at, settled);
    round.isOpen ||= !isSettled;
    if (isSettled && isChanged(merged, versions.local))
      (merged === null ? round.removed : round.written).push(at);
  }
  // Written before sending, which can fail: the base is Groundplan's side even if it doesn't get the folder's.
  await writeState(place.state, next);
  // A folder's side of a conflict would undo what others have sent.
  const reader = sent.size > 0 ? await readerOf(place.id, overlay(disk(), sent)) : format;
  const found = await reader.find(path, reading);
  const target = {
    client: session.client,
    projectSlug: session.projectSlug,
    options: { dryRun: false, onConflict: "keep" as const, adopt: true },
  };
  const report = await importAll(reader, found, reading, target);
  if (report.refused.length > 0)
    throw new Failure("These were not synced; what else changed was:", {
      parts: report.refused.map(printable),
    });
  const results = [
    report.root,
    ...report.sources.flatMap(({ result, under }) => [result, ...under.map((one) => one.result)]),
  ];
  round.sent = results.reduce((sum, plan) => sum + (plan ? plan.created + plan.updated : 0), 0);
  for (const conflict of openConflicts(report)) round.conflicts.push(`${conflict.title}: ${conflict.field}`);
  const isChangedThere =
    round.sent > 0 || results.some((plan) => plan?.outcome === "created" || plan?.outcome === "updated");
  round.isOpen ||= remote === null || round.written.length > 0 || isChangedThere;
  // Marked files can't be read again.
  if (session.markers && round.conflicts.length > 0) round.isOpen = false;
  return round;
}

/**
 * Returns what Groundplan gets of a file in conflict without its own changes since the last import: a later import
 * would take lines of the folder for newer than them.
 */
function withoutChanges(sent: Buffer, remote: Bytes, imported: Buffer | undefined): Buffer {
  if (!remote || !imported) return sent;
  const { merged, conflicts } = mergeFile({ base: remote, local: imported, remote: sent });
  return merged && conflicts.length === 0 ? merged : sent;
}

/** Returns the files of a folder without a state that are as the last import brought them, and Groundplan has whole. */
async function importedUnchanged(
  { client, projectSlug }: Session,
  { format, path, reading }: Place,
  local: ReadonlyMap<string, Buffer>,
  { remote, imported }: Remote,
): Promise<State> {
  const isSame = ([at, bytes]: [string, Buffer]) => local.get(at)?.equals(bytes) ?? true;
  if (!remote || [...remote].every(isSame)) return new Map();
  const read = new ImportedFiles();
  const options = { dryRun: true, onConflict: "keep" as const, adopt: true };
  const hooks = { onSource: read.add.bind(read) };
  const found = await format.find(path, reading);
  const report = await importAll(format, found, reading, { client, projectSlug, options }, hooks);
  const settled = read.settled(report);
  return new Map(
    [...(await imported())].filter((one) => settled.get(one[0]) === hashOf(one[1]) && isSame(one)),
  );
}

const isChanged = (a: Bytes, b: Bytes) => !(a === b || (a && b && a.equals(b)));

function refuseMarked(files: ReadonlyMap<string, Buffer>): void {
  const marked = [...files].flatMap(([path, bytes]) =>
    hasMarkers(bytes.toString()) ? [printable(path)] : [],
  );
  if (marked.length === 0) return;
  throw new Failure("These files have conflict markers: choose, remove the markers, then sync again.", {
    parts: marked,
    exitCode: exitCodes.conflict,
  });
}

/** Throws for files of the last sync that are there, but can't be read: they would seem removed, or unchanged. */
async function refuseUnread(folder: Folder, base: State, local: ReadonlyMap<string, Buffer>): Promise<void> {
  const unread: string[] = [];
  for (const [path, before] of base) {
    const now = local.get(path);
    const at = placeIn(folder, path);
    if (now && textOf(now) === null && textOf(before) !== null) unread.push(`${path} is not UTF-8`);
    if (now || at === null || !existsSync(at)) continue;
    const read = await disk().read(dirname(at), basename(at));
    if ("problem" in read) unread.push(`${path} ${read.problem}`);
  }
  if (unread.length > 0)
    throw new Failure("Nothing was synced, since these files can't be read. Mend them, then sync again:", {
      parts: unread.map(printable),
    });
}

function marked({ base, local, remote }: { base: Bytes; local: Bytes; remote: Bytes }): Buffer {
  return Buffer.from(markedMerge(String(base ?? ""), String(local ?? ""), String(remote ?? "")));
}

interface Remote {
  /** The files of the topmost plans; null if none is there yet. */
  remote: Map<string, Buffer> | null;
  /** Downloads them as the last import brought them, once. */
  imported: () => Promise<Map<string, Buffer>>;
}

async function remoteFiles(
  { client, projectSlug }: Session,
  { id }: Place,
  tops: readonly string[],
): Promise<Remote> {
  const format = id as ExportFormat;
  const files = new Map<string, Buffer>();
  const found: PlanParams[] = [];
  for (const externalRef of tops) {
    const { plans } = await client.call(listPlans, { params: { projectSlug }, query: { externalRef } });
    const [plan] = plans;
    if (!plan) continue;
    // Who can't edit it gets other files than those of its import, as if these were removed.
    if (plan.capability !== "EDIT" && plan.capability !== "OWN")
      throw new Failure(
        `You can read ${plan.shortId}, but not edit it. Ask its owner for that, then sync again.`,
        {
          exitCode: exitCodes.forbidden,
        },
      );
    const params = { projectSlug, planShortId: plan.shortId };
    found.push(params);
    for (const file of await download(client, params, { format, vanished: "leave_out" }))
      files.set(file.path, Buffer.from(file.bytes));
  }
  let brought: Map<string, Buffer> | null = null;
  const imported = async () => {
    if (brought) return brought;
    brought = new Map();
    for (const params of found)
      for (const file of await download(client, params, { format, changes: "leave_out" }))
        brought.set(file.path, Buffer.from(file.bytes));
    return brought;
  };
  return { remote: found.length > 0 ? files : null, imported };
}

/** Writes or removes a file that is still as it was read. Returns false if somebody wrote it meanwhile. */
async function put(folder: Folder, path: string, before: Bytes, after: Bytes): Promise<boolean> {
  const at = placeIn(folder, path);
  if (at === null) return true;
  if (after !== null) return writeFile(folder, at, after, before);
  await refuseLinks(folder.path, at);
  if (!(await isStill(at, before))) return false;
  await rm(at, { force: true }).catch(refuseUnwritable(at));
  return true;
}
