import { stat } from "node:fs/promises";
import type { PlanResult } from "../../../client/src/import/apply.ts";
import type { Parsed } from "../../../client/src/import/format.ts";
import type { FormatId } from "../../../client/src/import/formats.ts";
import type { Report } from "../../../client/src/import/report.ts";
import { folderOf } from "../export/folders.ts";
import { readState, type State, stateFile, writeState } from "./state.ts";

/** Collects the files of an import, of which the next sync takes those as its base that Groundplan has whole. */
export class ImportedFiles {
  readonly #ofSource = new Map<string, State>();

  add({ plans, files = [] }: Parsed): void {
    const named = new Set(plans.flatMap((plan) => plan.files ?? []));
    const own = files.filter(({ path }) => named.has(path));
    const bytesOf = ({ buffer, byteOffset, byteLength }: Uint8Array<ArrayBuffer>) =>
      Buffer.from(buffer, byteOffset, byteLength);
    this.#ofSource.set(plans[0].externalRef, new Map(own.map(({ path, bytes }) => [path, bytesOf(bytes)])));
  }

  /** Returns the files of sources without a part that the import left alone, which only the folder may have. */
  settled({ sources }: Report): State {
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
  files: State,
): Promise<void> {
  const isFolder = await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isFolder || files.size === 0) return;
  const folder = await folderOf(format, path);
  const file = stateFile(folder.path, url, project, format);
  const state = await readState(file);
  for (const [at, bytes] of files) state.set(at, bytes);
  await writeState(file, state);
}
