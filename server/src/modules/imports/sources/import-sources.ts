import type { Actor } from "../../../actor.ts";
import type { Db } from "../../../storage/dialect.ts";
import type { ContextOfSource, How } from "../source.ts";
import { importSource } from "./import-source.ts";
import type { To } from "./known.ts";
import { vanishedSources } from "./match-source.ts";
import { presentLeft, type ToldSource } from "./present.ts";
import { type ImportedSourceRow, replaceImportedSources } from "./store.ts";

/**
 * Imports a scope's context sources; reports missing ones only if the import covers the scope. Yields through
 * `turn`.
 */
export async function importSources(
  db: Db,
  actor: Actor,
  to: To,
  sources: readonly ContextOfSource[] | undefined,
  how: How,
  turn: () => Promise<void>,
): Promise<ToldSource[]> {
  if (!sources) return [];
  const told: ToldSource[] = [];
  const bases: ImportedSourceRow[] = [];
  const replaced: string[] = [];
  for (const source of sources) {
    await turn();
    const done = await importSource(db, actor, to, source, how);
    told.push(done.told);
    if (done.base) bases.push(done.base);
    if (done.replaces) replaced.push(done.replaces);
  }
  if (bases.length > 0) await replaceImportedSources(db, actor.workspaceId, replaced, bases);
  const vanished = vanishedSources(to.known, sources);
  return [...told, ...vanished.map(({ row, externalRef }) => presentLeft(externalRef, row, "vanished"))];
}
