import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import type { PlanResult } from "../../../client/src/import/apply.ts";
import type { Parsed } from "../../../client/src/import/format.ts";
import type { FormatId } from "../../../client/src/import/formats.ts";
import type { Report } from "../../../client/src/import/report.ts";
import { type Folder, folderOf } from "../export/folders.ts";
import { placeIn } from "../export/write-files.ts";
import { stateFile, storedFiles, writeState } from "./state.ts";

/** The hashes of files by their paths. */
type Hashes = Map<string, string>;

export const hashOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("base64");

/** Collects the files of an import, of which the next sync takes those as its base that Groundplan has whole. */
export class ImportedFiles {
  readonly #ofSource = new Map<string, Hashes>();

  add({ plans, files = [] }: Parsed): void {
    const named = new Set(plans.flatMap((plan) => plan.files ?? []));
    const own = files.filter(({ path }) => named.has(path));
    this.#ofSource.set(plans[0].externalRef, new Map(own.map(({ path, bytes }) => [path, hashOf(bytes)])));
  }

  /** Returns the files of sources without a part that the import left alone, which only the folder may have. */
  settled({ sources }: Report): Hashes {
    const whole = sources.filter(({ result, under }) =>
      [result, ...under.map((one) => one.result)].every(isWhole),
    );
    return new Map(whole.flatMap(({ result }) => [...(this.#ofSource.get(result.externalRef) ?? [])]));
  }
}

const left = new Set<string>(["archived", "deleted", "moved", "replaced"]);

const isWhole = ({ outcome, conflicts, specs, sources }: PlanResult) =>
  [{ outcome, conflicts }, ...specs, ...sources].every(
    (one) => one.conflicts.length === 0 && !left.has(one.outcome),
  );

/** Notes files of a folder's import as the base of its next sync. */
export async function noteImported(
  path: string,
  format: FormatId,
  { url, project }: { url: string; project: string },
  imported: Hashes,
): Promise<void> {
  const isFolder = await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isFolder || imported.size === 0) return;
  const folder = await folderOf(format, path);
  const file = stateFile(folder.path, url, project, format);
  await writeState(file, withImported(file, folder, imported));
}

/** Yields the files of a state with imported ones, read again one by one: an import keeps no bytes of them. */
async function* withImported(
  file: string,
  folder: Folder,
  imported: Hashes,
): AsyncGenerator<[string, Buffer]> {
  try {
    for await (const [at, bytes] of storedFiles(file)) if (!imported.has(at)) yield [at, bytes];
  } catch {
    // The rest of a damaged state gets a base from the next sync.
  }
  for (const [at, hash] of imported) {
    const onDisk = placeIn(folder, at);
    const bytes = onDisk === null ? null : await readFile(onDisk).catch(() => null);
    // A file that was written meanwhile has no base, so that its lines are compared.
    if (bytes !== null && hashOf(bytes) === hash) yield [at, bytes];
  }
}
