import { numbered } from "../../context/free-title.ts";

interface Place {
  folder_path: string;
  title: string;
}

/** The titles of the sources of one place, which are unique in each folder. */
export interface Titles {
  /** Takes a title in a folder, and returns it; where the folder has it, `title (2)`, `title (3)` and so on. */
  take(folder: string, title: string): string;
  /** Gives a source another title, and returns the one that it gets. */
  give(source: Place, title: string): string;
}

/** Returns the titles that a place has; what an import gives and takes is followed, also where a dry run writes nothing. */
export function titlesOf(sources: readonly Place[]): Titles {
  // Neither folders nor titles have control characters.
  const keyOf = (folder: string, title: string) => `${folder}\n${title}`;
  const taken = new Set(sources.map(({ folder_path, title }) => keyOf(folder_path, title)));
  const take = (folder: string, title: string) => {
    let free = title;
    for (let n = 2; taken.has(keyOf(folder, free)); n++) free = numbered(title, n);
    taken.add(keyOf(folder, free));
    return free;
  };
  const give = (source: Place, title: string) => {
    taken.delete(keyOf(source.folder_path, source.title));
    return take(source.folder_path, title);
  };
  return { take, give };
}

/** Returns true for a title, or what `take` makes of it where a folder has it already. */
export function isNumbered(title: string, of: string): boolean {
  if (title === of) return true;
  const n = Number(/ \((\d{1,9})\)(?:\.[^.\s]+)?$/u.exec(title)?.[1] ?? 0);
  return n > 1 && title === numbered(of, n);
}
