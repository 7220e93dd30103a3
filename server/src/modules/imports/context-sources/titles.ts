import { numbered } from "../../context/uploads/free-title.ts";

interface TitledSource {
  folder_path: string;
  title: string;
}

/** A scope's titles, unique per folder. */
export interface Titles {
  /** Reserves a title, numbered as `title (2)` and so on if taken. */
  take(folder: string, title: string): string;
  /** Retitles a source and returns the resulting title. */
  give(source: TitledSource, title: string): string;
}

/** Returns a scope's titles, updated in memory so that dry runs see their own changes. */
export function titlesOf(sources: readonly TitledSource[]): Titles {
  // Neither folders nor titles contain control characters.
  const keyOf = (folder: string, title: string) => `${folder}\n${title}`;
  const taken = new Set(sources.map(({ folder_path, title }) => keyOf(folder_path, title)));
  const take = (folder: string, title: string) => {
    let free = title;
    for (let n = 2; taken.has(keyOf(folder, free)); n++) free = numbered(title, n);
    taken.add(keyOf(folder, free));
    return free;
  };
  const give = (source: TitledSource, title: string) => {
    taken.delete(keyOf(source.folder_path, source.title));
    return take(source.folder_path, title);
  };
  return { take, give };
}

/** Tests for a title as numbered by `take`. */
export function isNumbered(title: string, of: string): boolean {
  if (title === of) return true;
  const n = Number(/ \((\d{1,9})\)(?:\.[^.\s]+)?$/u.exec(title)?.[1] ?? 0);
  return n > 1 && title === numbered(of, n);
}
