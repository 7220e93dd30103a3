import { fitReference } from "../text/reference.ts";
import { prefix } from "./index.ts";
import type { Change } from "./tree.ts";

const DATED = /^\d{4}-\d{2}-\d{2}-(.+)$/u;

/** The plan of the current specs. */
export const specsReference = `${prefix}specs`;

export const referenceOf = (...path: string[]): string => fitReference(`${prefix}${path.join("/")}`);

/**
 * Returns a unique name for each change. An archived one keeps the name that it had before, if no other change
 * has it, so that its plan is found again.
 */
export function namesOf(changes: readonly Change[]): Map<Change, string> {
  const plain = (change: Change) =>
    change.isArchived ? (DATED.exec(change.name)?.[1] ?? change.name) : change.name;
  const counts = new Map<string, number>();
  for (const change of changes) counts.set(plain(change), (counts.get(plain(change)) ?? 0) + 1);
  return new Map(
    changes.map((change) => {
      const name = plain(change);
      const isTaken = (counts.get(name) ?? 0) > 1 || name === "specs" || name === "archive";
      if (!isTaken) return [change, name];
      return [
        change,
        change.isArchived ? `archive/${change.name}` : name === "specs" ? "changes/specs" : name,
      ];
    }),
  );
}
