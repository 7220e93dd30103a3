import type { PlanStatus } from "@groundplan/contract";
import { useNavigate } from "@tanstack/react-router";
import { useRef } from "react";
import { statusLabels } from "../../../../contract/src/planning/display-words.ts";
import { Check } from "../../components/forms/check.tsx";
import { useKey } from "../../components/keyboard/keys.ts";
import type { PlanFilter } from "./plan-filter.ts";

const box =
  "min-w-0 rounded-md border border-field bg-paper px-2 py-1 text-base text-ink placeholder:text-ink-3";

/** The filter is in the address, so that it can be shared. */
export function PlanFilters({ projectSlug, filter }: { projectSlug: string; filter: PlanFilter }) {
  const navigate = useNavigate();
  const words = useRef<HTMLInputElement>(null);
  useKey("f", "Filter the plans", () => words.current?.focus());
  const set = (change: PlanFilter) =>
    void navigate({
      to: "/projects/$projectSlug",
      params: { projectSlug },
      search: { ...filter, ...change },
      replace: true,
      resetScroll: false,
    });
  return (
    <search aria-label="Filter the plans" className="mb-3 flex flex-wrap items-center gap-2">
      <input
        ref={words}
        type="search"
        aria-label="Filter by name"
        placeholder="Name or handle"
        value={filter.q ?? ""}
        onChange={({ target }) => set({ q: target.value || undefined })}
        className={`${box} flex-1 basis-40`}
      />
      <select
        aria-label="Status"
        value={filter.status ?? ""}
        onChange={({ target }) => set({ status: (target.value || undefined) as PlanStatus | undefined })}
        className={box}
      >
        <option value="">Any status</option>
        {Object.entries(statusLabels).map(([status, label]) => (
          <option key={status} value={status}>
            {label}
          </option>
        ))}
      </select>
      <Check
        checked={filter.archived ?? false}
        onChange={({ target }) => set({ archived: target.checked || undefined })}
      >
        Archived
      </Check>
    </search>
  );
}
