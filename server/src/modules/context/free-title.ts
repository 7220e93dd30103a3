import type { Tx } from "../../storage/dialect.ts";
import { hasTitle, type SourceRow } from "./store.ts";

/** The most characters of a title. */
const most = 200;

/** Returns the first of `name (2).ext`, `name (3).ext` … that the folder does not have. */
export async function freeTitle(
  tx: Tx,
  source: Pick<SourceRow, "workspace_id" | "place_id" | "folder_path" | "title">,
): Promise<string> {
  for (let n = 2; ; n++) {
    const title = numbered(source.title, n);
    if (!(await hasTitle(tx, { ...source, title }))) return title;
  }
}

/** Returns `name (2).md` for `name.md`: a number before the ending. */
export function numbered(title: string, n: number): string {
  const ending = /(?<=.)\.[^.\s]{1,20}$/u.exec(title)?.[0] ?? "";
  const mark = ` (${n})${ending}`;
  const base = [...title.slice(0, title.length - ending.length)];
  return base.slice(0, most - [...mark].length).join("") + mark;
}
