import type { Db, Tx } from "../../storage/dialect.ts";
import type { SkillRow } from "./store.ts";

/** A file next to `SKILL.md`. */
export interface FolderFile {
  /** Path in the folder. */
  path: string;
  fileId: string;
  bytes: number;
  executable: boolean;
}

type Skill = Pick<SkillRow, "workspace_id" | "id">;

/** Returns a skill's files by path; null if its revision is no longer the given one. */
export async function filesOf(db: Db, skill: Skill, revision?: number): Promise<FolderFile[] | null> {
  const rows = await db
    .selectFrom("skills")
    .leftJoin("skill_files", (join) =>
      join
        .onRef("skill_files.workspace_id", "=", "skills.workspace_id")
        .onRef("skill_files.skill_id", "=", "skills.id"),
    )
    .select(["skills.revision", "path", "file_id as fileId", "skill_files.bytes", "executable"])
    .where("skills.workspace_id", "=", skill.workspace_id)
    .where("skills.id", "=", skill.id)
    .execute();
  if (revision !== undefined && rows[0]?.revision !== revision) return null;
  return inOrder(
    rows.flatMap(({ path, fileId, bytes, executable }) =>
      path === null || fileId === null || bytes === null
        ? []
        : [{ path, fileId, bytes, executable: executable === 1 }],
    ),
  );
}

/** Sorts by path, independent of the database. */
const inOrder = (files: readonly FolderFile[]) => files.toSorted((a, b) => (a.path < b.path ? -1 : 1));

/** Tests for exactly these files; equal contents share a file. */
export async function hasFiles(tx: Tx, skill: Skill, files: readonly FolderFile[]): Promise<boolean> {
  const said = (some: readonly FolderFile[]) =>
    some.map((one) => [one.path, one.fileId, one.executable].join("\0"));
  const kept = said((await filesOf(tx, skill)) ?? []);
  const given = said(inOrder(files));
  return kept.length === given.length && kept.every((one, at) => one === given[at]);
}

const rowsAtOnce = 500;

/** Replaces a skill's files. */
export async function putFiles(tx: Tx, skill: Skill, files: readonly FolderFile[]): Promise<void> {
  await forgetFiles(tx, skill);
  const own = { workspace_id: skill.workspace_id, skill_id: skill.id };
  const rows = files.map(({ path, fileId, bytes, executable }) => ({
    ...own,
    path,
    file_id: fileId,
    bytes,
    executable: executable ? (1 as const) : (0 as const),
  }));
  for (let from = 0; from < rows.length; from += rowsAtOnce)
    await tx
      .insertInto("skill_files")
      .values(rows.slice(from, from + rowsAtOnce))
      .execute();
}

/** Deletes a skill's files. */
export async function forgetFiles(tx: Tx, { workspace_id, id }: Skill): Promise<void> {
  await tx
    .deleteFrom("skill_files")
    .where("workspace_id", "=", workspace_id)
    .where("skill_id", "=", id)
    .execute();
}
