import { NamedPlans } from "../../planning/plans/named-plans.tsx";
import { inOurWords } from "./words.ts";

export function Caveats({ caveats }: { caveats: readonly string[] }) {
  if (caveats.length === 0) return null;
  return (
    <ul
      aria-label="Notes"
      className="mb-6 grid gap-1 rounded-card border border-line bg-warn-soft px-4 py-3 text-note"
    >
      {caveats.map((caveat) => (
        <li key={caveat} className="grid grid-cols-[8px_1fr] gap-x-2">
          <span aria-hidden="true" className="mt-1.5 size-1.5 rounded-full bg-warn" />
          <span className="max-w-[80ch]">
            <NamedPlans text={inOurWords(caveat)} />
          </span>
        </li>
      ))}
    </ul>
  );
}
