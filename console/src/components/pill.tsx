import type { ReactNode } from "react";

const tones = {
  plain: "border-line bg-sunk text-ink-2",
  accent: "border-transparent bg-accent-soft text-accent",
  good: "border-transparent bg-good-soft text-good",
  warn: "border-transparent bg-warn-soft text-warn",
  bad: "border-transparent bg-bad-soft text-bad",
};

/** Blue is current, green is done, amber needs attention, red costs something. */
export type Tone = keyof typeof tones;

export function Pill({ tone = "plain", children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={`inline-flex items-center gap-1 justify-self-start rounded-full border px-2 py-px text-small font-[550] whitespace-nowrap ${tones[tone]}`}
    >
      {children}
    </span>
  );
}

/** Effort in a list, whose short label alone reads like a priority. */
export const EffortPill = ({ label }: { label: string }) => (
  <span role="img" aria-label={`Effort: ${label}`} title={`Effort: ${label}`}>
    <Pill>{label}</Pill>
  </span>
);
