import type { ContextOfSource } from "../source.ts";
import { importSource, type SourceImport } from "./import-source.ts";
import { vanishedSources } from "./match-source.ts";
import { presentLeft, type SourceReport } from "./present.ts";
import { type ImportedSourceRow, replaceImportedSources } from "./store.ts";

/**
 * Imports a scope's context sources; reports missing ones only if the import covers the scope. Yields through
 * `turn`.
 */
export async function importSources(
  into: SourceImport,
  sources: readonly ContextOfSource[] | undefined,
  turn: () => Promise<void>,
): Promise<SourceReport[]> {
  if (!sources) return [];
  const reports: SourceReport[] = [];
  const bases: ImportedSourceRow[] = [];
  const replaced: string[] = [];
  for (const source of sources) {
    await turn();
    const done = await importSource(into, source);
    reports.push(done.report);
    if (done.base) bases.push(done.base);
    if (done.replaces) replaced.push(done.replaces);
  }
  if (bases.length > 0) await replaceImportedSources(into.db, into.actor.workspaceId, replaced, bases);
  const vanished = vanishedSources(into.to.known, sources);
  return [...reports, ...vanished.map(({ row, externalRef }) => presentLeft(externalRef, row, "vanished"))];
}
