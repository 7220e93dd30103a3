import type { NamedItem, SpecStatus } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams, useSearch } from "@tanstack/react-router";
import type { ComponentProps, ReactNode } from "react";
import { StatusMark, wordOf } from "../status.tsx";
import { namedItem } from "./named-items.ts";

/** A handle in a text, with title and state once they are known. What can't be read stays plain. */
export function Reference({ value, children }: ComponentProps<"data">) {
  const handle = useWholeHandle(String(value));
  const { data: item } = useQuery({ ...namedItem(handle ?? ""), enabled: handle !== null });
  return item ? <ItemLink item={item}>{children}</ItemLink> : children;
}

/** `SPEC-4` belongs to the plan whose page, or discussion, this is. */
function useWholeHandle(handle: string): string | null {
  const { planShortId } = useParams({ strict: false });
  const { plan = planShortId }: { plan?: string } = useSearch({ strict: false });
  if (handle.startsWith("PLAN")) return handle;
  return plan === undefined ? null : `${plan}/${handle}`;
}

function ItemLink({ item, children }: { item: NamedItem; children: ReactNode }) {
  const { kind, title, status, archivedAt, projectSlug, planShortId, specShortId } = item;
  const plan = `/projects/${projectSlug}/plans/${planShortId}`;
  return (
    <Link
      to={specShortId === undefined ? plan : `${plan}/specs/${specShortId}`}
      // Words that are discussed lead to their thread elsewhere.
      onClick={(event) => event.stopPropagation()}
      className="rounded-md border border-line px-1 text-accent hover:bg-accent-soft"
    >
      <span className="font-mono text-small font-medium whitespace-nowrap">{children}</span> {title}{" "}
      {archivedAt !== null || kind === "plan" ? (
        <span className="text-small text-ink-2">{archivedAt === null ? wordOf(status) : "Archived"}</span>
      ) : (
        <span className="inline-flex align-[-2px]">
          {/* The kind tells which of the two lists has the status. */}
          <StatusMark status={status as SpecStatus} />
        </span>
      )}
    </Link>
  );
}
