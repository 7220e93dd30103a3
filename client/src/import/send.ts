import { uploadImportFiles } from "@groundplan/contract";
import type { Caller } from "./caller.ts";
import type { ImportedPlan, Place, SentPlan, SourceFile } from "./format.ts";

/** Files per upload; the console has no schemas to ask for it. */
const mostFiles = 2500;
/** Bytes per upload. A form holds its files twice, so this bounds the memory. */
const mostBytes = 4 * 1024 * 1024;

/** Uploads an import's files and returns their ids by path. */
export async function uploadFiles(
  client: Caller,
  projectSlug: string,
  files: readonly SourceFile[],
): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const group of groupsOf(files)) {
    const file = group.map(({ path, bytes }) => new File([bytes], path));
    const answer = await client.call(uploadImportFiles, { params: { projectSlug }, body: { file } });
    for (const { path, fileId } of answer.files) ids.set(path, fileId);
  }
  return ids;
}

function* groupsOf(files: readonly SourceFile[]): Generator<SourceFile[]> {
  let group: SourceFile[] = [];
  let bytes = 0;
  for (const file of files) {
    const isFull = group.length === mostFiles || bytes + file.bytes.length > mostBytes;
    if (isFull && group.length > 0) {
      yield group;
      group = [];
      bytes = 0;
    }
    group.push(file);
    bytes += file.bytes.length;
  }
  if (group.length > 0) yield group;
}

/** Returns a plan as the service takes it. Places in files that weren't uploaded, as in a dry run, are left out. */
export function sentPlan(
  { specs, sources, source, files, ...plan }: ImportedPlan,
  ids: ReadonlyMap<string, string>,
): SentPlan {
  const placed = (place: Place | undefined) => {
    const fileId = ids.get(place?.path ?? "");
    return place && fileId !== undefined ? { source: { ...place, fileId } } : {};
  };
  const filed = files?.flatMap((path) => {
    const fileId = ids.get(path);
    return fileId === undefined ? [] : [{ path, fileId }];
  });
  return {
    ...plan,
    ...(specs ? { specs: specs.map(({ source: at, ...spec }) => ({ ...spec, ...placed(at) })) } : {}),
    ...(sources ? { sources: sources.map(({ source: at, ...one }) => ({ ...one, ...placed(at) })) } : {}),
    ...placed(source),
    ...(filed && ids.size > 0 ? { files: filed } : {}),
  };
}
