import type { SpecLabel } from "@groundplan/contract";

/** A label with a dot in its color, which the content policy allows as an attribute only. */
export const LabelMark = ({ label: { name, color } }: { label: Pick<SpecLabel, "name" | "color"> }) => (
  <span className="inline-flex max-w-40 items-center gap-1 truncate rounded-full border border-line px-1.5 text-small text-ink-2">
    <svg viewBox="0 0 8 8" className="size-2 flex-none" aria-hidden="true">
      <circle cx="4" cy="4" r="4" fill={color} />
    </svg>
    <span className="truncate">{name}</span>
  </span>
);
