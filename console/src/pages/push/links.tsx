import { counted } from "../../components/counted.ts";

/** Tells whether an item becomes an issue; the rest link two of them. */
export const isThing = (kind: string): boolean => kind === "plan" || kind === "spec" || kind === "part";

/** The number of unlisted links. */
export function MoreLinks({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <p className="border-t border-line px-2 py-2 text-note text-ink-2">
      And {counted(count, "link")} between them.
    </p>
  );
}
