import { isUtf8 } from "node:buffer";
import { type ExportNote, exportLimits } from "@groundplan/contract";
import { ApiError } from "../../../errors.ts";
import type { Tree, TreePlan } from "../tree.ts";
import type { Written, WrittenFile } from "../written.ts";
import { type Item, isUnchanged, itemsOf } from "./items.ts";
import { editedJson } from "./json/edited-json.ts";
import type { JsonFormat } from "./json/json-format.ts";
import type { Addition, Field, KeptFormat } from "./kept-format.ts";
import { type LineEdit, lineEdits } from "./line-edits.ts";
import { type Editing, type KeepOptions, leftNotes, noPlaceFor } from "./notes.ts";
import { type FileLines, fileLines } from "./parts-of-file.ts";

/** Reads a whole stored file. */
export type ReadBytes = (fileId: string) => Promise<Buffer>;

/**
 * Returns the files of an import with the changes since, which touch the lines of what changed only. Files without
 * a change are kept as they are.
 */
export async function keepFiles(
  tree: Tree,
  plans: readonly TreePlan[],
  format: KeptFormat | JsonFormat,
  read: ReadBytes,
  { conflicts, vanished }: KeepOptions,
): Promise<Written> {
  const items = Map.groupBy(itemsOf(tree, plans), ({ place }) => place.path);
  const notes: ExportNote[] = [];
  const added = additionsOf(plans, format, vanished, notes);
  notes.push(...plans.flatMap(newSources));
  let edited = 0;
  const files: WrittenFile[] = added.flatMap((one) => ("file" in one ? [one.file] : []));
  for (const { path, fileId } of plans.flatMap((plan) => plan.files)) {
    const parts = items.get(path) ?? [];
    const behind = added.flatMap((one) => ("after" in one && one.after.place?.path === path ? [one] : []));
    if (parts.every(isUnchanged) && behind.length === 0) {
      files.push({ path, state: "kept", fileId });
      continue;
    }
    if (behind.length === 0 && parts.every(({ here, place }) => here === null && place.from === null))
      continue;
    const bytes = await read(fileId);
    edited += bytes.length;
    if (edited > exportLimits.bytes) throw tooLong();
    if (!isUtf8(bytes)) {
      notes.push({ path, handle: null, text: "The file isn't UTF-8, so it stays as it was imported." });
      files.push({ path, state: "kept", fileId });
      continue;
    }
    const text = isJson(format)
      ? editedJson(bytes, parts, behind, format, { conflicts, notes })
      : editedText(bytes, parts, behind, format, { conflicts, notes });
    files.push(
      text === bytes.toString() ? { path, state: "kept", fileId } : { path, state: "changed", text },
    );
  }
  return { files, notes };
}

/** Edited files are in memory at once. */
const tooLong = () =>
  new ApiError(
    "payload_too_large",
    `The files that changed since the import have more than ${exportLimits.bytes / 1024 / 1024} MiB together. Export its sub-plans one by one.`,
  );

const newSources = ({ handle, sources }: TreePlan): ExportNote[] =>
  sources
    .filter(({ place, base }) => place === null && base === null)
    .map(({ title }) => ({
      path: null,
      handle,
      text: `The imported files have no place for the context source "${title}", which was made here.`,
    }));

const isJson = (format: KeptFormat | JsonFormat): format is JsonFormat => "texts" in format;

type Behind = Extract<Addition, { after: unknown }>;

function editedText(
  bytes: Buffer,
  parts: readonly Item[],
  behind: readonly Behind[],
  format: KeptFormat,
  editing: Editing,
): string {
  const file = fileLines(
    bytes,
    parts.map(({ place }) => place),
  );
  const edits = parts.flatMap((item, owner) => editsOf(item, owner, file, format, editing));
  for (const { after, block, isSpaced } of behind) {
    const owner = parts.findIndex(({ spec }) => spec?.id === after.id);
    const at = file.owners.lastIndexOf(owner) + 1;
    const above = isSpaced && file.lines[at - 1]?.trim() !== "" ? [""] : [];
    const below = isSpaced && at < file.lines.length ? [""] : [];
    edits.push({ at, remove: 0, insert: [...above, ...block.split("\n"), ...below] });
  }
  return applied(file, edits);
}

/** Returns the edits of a part's own lines, at lines of the file. */
function editsOf(
  item: Item,
  owner: number,
  file: FileLines,
  format: KeptFormat,
  { conflicts, notes }: Editing,
): LineEdit[] {
  if (isUnchanged(item)) return [];
  const own = file.owners.flatMap((one, index) => (one === owner ? [index] : []));
  if (item.here === null) return own.map((at) => ({ at, remove: 1, insert: [] }));
  const lines = own.map((index) => file.lines[index] ?? "");
  const set = (field: Field, of: readonly string[]) =>
    item.fields && format.set(field, { ...item.fields, lines: of });
  const edits: LineEdit[] = [];
  const boxes: LineEdit[] = [];
  for (const field of item.changed) {
    const ofField = set(field, lines);
    if (ofField) (field === "status" ? boxes : edits).push(...ofField);
    else notes.push(noPlaceFor(item, field));
  }
  if (item.base !== null && item.base !== item.here) {
    const texts = { base: item.base.split("\n"), here: item.here.split("\n"), file: lines };
    const { edits: all, ...left } = lineEdits(texts, conflicts);
    // A line that a field has set stays: the text's edit of it says the same or less.
    const taken = new Set(edits.map(({ at }) => at));
    const ofText = all.filter(({ at, remove }) => remove === 0 || !taken.has(at));
    for (const edit of ofText) {
      const isBox = ({ at }: LineEdit) => edit.at <= at && at < edit.at + edit.remove;
      const ofStatus = boxes.some(isBox) ? set("status", edit.insert) : null;
      // The status is set in the text's new words.
      edits.push(ofStatus ? { ...edit, insert: replacedIn(edit.insert, ofStatus) } : edit);
    }
    const isReplaced = (at: number) => ofText.some((one) => one.at <= at && at < one.at + one.remove);
    edits.push(...boxes.filter(({ at, remove }) => remove === 0 || !isReplaced(at)));
    notes.push(...leftNotes(item, left));
  } else edits.push(...boxes);
  const after = (own.at(-1) ?? -1) + 1;
  // Lines of other parts may stand between them.
  return edits.flatMap(({ at, remove, insert }) => {
    if (remove === 0) return [{ at: own[at] ?? after, remove, insert }];
    return own
      .slice(at, at + remove)
      .map((line, index) => ({ at: line, remove: 1, insert: index === 0 ? insert : [] }));
  });
}

function replacedIn(lines: readonly string[], edits: readonly LineEdit[]): string[] {
  const newLine = new Map(edits.map(({ at, insert }) => [at, insert]));
  return lines.flatMap((line, at) => newLine.get(at) ?? line);
}

/** Applies edits from the end; line ends are kept, and new lines get those of the file. */
function applied({ lines, ends }: FileLines, edits: readonly LineEdit[]): string {
  const end = ends.find((one) => one !== "") ?? "\n";
  const whole = lines.map((line, index) => ({ line, end: ends[index] ?? "" }));
  const last = whole.at(-1);
  const ordered = edits.map((edit, index) => ({ ...edit, index }));
  // A line is replaced before others are inserted above it, and those in their order.
  ordered.sort((a, b) => b.at - a.at || b.remove - a.remove || b.index - a.index);
  for (const { at, remove, insert } of ordered) {
    if (at >= whole.length && insert.length > 0 && last?.end === "") last.end = end;
    whole.splice(at, remove, ...insert.map((line) => ({ line, end })));
  }
  return whole.map((one) => one.line + one.end).join("");
}

/** Places the specs that were made here. */
function additionsOf(
  plans: readonly TreePlan[],
  format: KeptFormat | JsonFormat,
  vanished: KeepOptions["vanished"],
  notes: ExportNote[],
): Addition[] {
  return plans.flatMap((plan) =>
    plan.specs
      .filter(({ place, base }) => place === null && (vanished === "add" || base === null))
      .flatMap((spec, index) => {
        const handle = `${plan.handle}/${spec.handle}`;
        const addition = format.add(plan, spec, index + 1);
        if (addition && spec.needs.length > 0)
          notes.push({ path: null, handle, text: "It was made here, and is written without its needs." });
        if (addition) return [addition];
        const text =
          "It was made here, and the imported files have no place for it. Export it in another format.";
        notes.push({ path: null, handle, text });
        return [];
      }),
  );
}
