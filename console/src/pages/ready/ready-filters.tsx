import { listProjects } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useRef } from "react";
import { readAll } from "../../api/read.ts";
import { Check } from "../../components/forms/check.tsx";
import { useKey } from "../../components/keyboard/keys.ts";
import type { ReadyFilter } from "./ready-filter.ts";

const box =
  "min-w-0 rounded-md border border-field bg-paper px-2 py-1 text-base text-ink placeholder:text-ink-3";

/** The filter is in the address, so that it can be shared. */
export function ReadyFilters({ filter }: { filter: ReadyFilter }) {
  const navigate = useNavigate();
  const words = useRef<HTMLInputElement>(null);
  const { data: projects = [] } = useQuery(readAll(listProjects, {}, "projects"));
  useKey("f", "Filter the specs", () => words.current?.focus());
  const set = (change: ReadyFilter) =>
    void navigate({ to: "/ready", search: { ...filter, ...change }, replace: true, resetScroll: false });
  return (
    <search aria-label="Filter the specs" className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
      <input
        ref={words}
        type="search"
        aria-label="Filter by title"
        placeholder="Title or handle"
        value={filter.q ?? ""}
        onChange={({ target }) => set({ q: target.value || undefined })}
        className={`${box} flex-1 basis-40`}
      />
      <select
        aria-label="Project"
        value={filter.project ?? ""}
        onChange={({ target }) => set({ project: target.value || undefined })}
        className={box}
      >
        <option value="">All projects</option>
        {projects.map(({ id, slug, name }) => (
          <option key={id} value={slug ?? id}>
            {name}
          </option>
        ))}
      </select>
      <Check
        checked={filter.todo ?? false}
        onChange={({ target }) => set({ todo: target.checked || undefined })}
      >
        Not started
      </Check>
      <Check
        checked={filter.ready ?? false}
        onChange={({ target }) => set({ ready: target.checked || undefined })}
      >
        Ready text only
      </Check>
    </search>
  );
}
