import type { listSpecVersions, Reply } from "@groundplan/contract";

export type Version = Reply<typeof listSpecVersions>["versions"][number];

/** What one person wrote without a long pause. */
export interface VersionGroup {
  /** The newest first. */
  versions: readonly [Version, ...Version[]];
  /** The version before the group; undefined if there is none, or if it isn't loaded. */
  before: Version | undefined;
}

/** Milliseconds. */
const longPause = 10 * 60_000;

/** Groups versions, which come newest first. */
export function groupsOf(all: readonly Version[]): VersionGroup[] {
  const groups: [Version, ...Version[]][] = [];
  for (const version of all) {
    const last = groups.at(-1);
    const newer = last?.at(-1);
    if (last && newer && goesOn(version, newer)) last.push(version);
    else groups.push([version]);
  }
  return groups.map((versions, at) => ({ versions, before: groups[at + 1]?.[0] }));
}

const goesOn = (older: Version, newer: Version): boolean =>
  [older, newer].every(({ op, message }) => op === "edit" && message === "") &&
  writerOf(older) === writerOf(newer) &&
  Date.parse(newer.createdAt) - Date.parse(older.createdAt) < longPause;

/** A person, by each key or app apart. */
const writerOf = ({ author, actor, credential }: Version): string =>
  JSON.stringify([author?.userId ?? actor, credential]);

/** "v7", or "v3–v7" of several. */
export function numbersOf({ versions }: VersionGroup): string {
  const [newest, oldest] = [versions[0].version, versions.at(-1)?.version];
  return newest === oldest ? `v${newest}` : `v${oldest}–v${newest}`;
}
