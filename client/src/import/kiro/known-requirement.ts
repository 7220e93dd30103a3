import { criteriaHeading } from "./requirements/count.ts";
import type { KnownRequirement } from "./tasks/types.ts";
import type { ImportedSpec } from "./types.ts";

const item =
  /^ {0,3}[0-9]{1,9}[.)]\s+(?:\[[ xX]\]\s+)?(?:\*\*|__)?([\p{L}\p{Nd}._#-]{1,40}?)(?:\*\*|__)?[:：](?:\*\*|__)?\s+(\S.*)$/u;

/** Returns a requirement as tasks name it, with the first lines of its criteria that have an id. */
export function knownRequirement({ ref, number, title, content }: ImportedSpec): KnownRequirement {
  const lines = content.split("\n");
  const criteria = lines.slice(lines.lastIndexOf(criteriaHeading) + 1).flatMap((line) => {
    const [, id, text] = item.exec(line) ?? [];
    return id && text ? [{ id, text }] : [];
  });
  return { ref, number, title, criteria };
}
