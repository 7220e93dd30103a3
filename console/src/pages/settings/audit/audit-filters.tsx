import { eventType, listMembers } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useRef } from "react";
import { readAll } from "../../../api/read.ts";
import { Check } from "../../../components/forms/check.tsx";
import { useKey } from "../../../components/keyboard/keys.ts";
import { type AuditFilter, kindWords } from "./audit-filter.ts";

const box = "min-w-0 max-w-full rounded-md border border-field bg-paper px-2 py-1 text-base text-ink";

/** The filter is in the address, so that it can be shared. */
export function AuditFilters({ filter }: { filter: AuditFilter }) {
  const navigate = useNavigate();
  const first = useRef<HTMLSelectElement>(null);
  const { data: members = [] } = useQuery(readAll(listMembers, {}, "members"));
  useKey("f", "Filter the audit log", () => first.current?.focus());
  const set = (change: AuditFilter) =>
    void navigate({
      to: "/settings/audit",
      search: { ...filter, ...change },
      replace: true,
      resetScroll: false,
    });
  return (
    <search aria-label="Filter the audit log" className="mb-3 flex flex-wrap items-center gap-2">
      <select
        ref={first}
        aria-label="Who"
        value={filter.actor ?? ""}
        onChange={({ target }) => set({ actor: target.value || undefined })}
        className={box}
      >
        <option value="">Anyone</option>
        {members.map(({ userId, name }) => (
          <option key={userId} value={userId}>
            {name}
          </option>
        ))}
      </select>
      <select
        aria-label="What"
        value={filter.kind ?? ""}
        onChange={({ target }) => set({ kind: target.value || undefined })}
        className={box}
      >
        <option value="">Anything</option>
        {eventType.options.map((kind) => (
          <option key={kind} value={kind}>
            {kindWords(kind)}
          </option>
        ))}
      </select>
      <Check
        checked={filter.agents ?? false}
        onChange={({ target }) => set({ agents: target.checked || undefined })}
      >
        By agents
      </Check>
    </search>
  );
}
