import type { PlanStatus, SpecStatus } from "@groundplan/contract";
import { Pill, type Tone } from "./pill.tsx";

/** Formats an API value: `IN_PROGRESS` becomes "In progress". */
export const wordOf = (value: string): string =>
  value.charAt(0) + value.slice(1).toLowerCase().replaceAll("_", " ");

const shapes: Record<SpecStatus, string> = {
  TODO: "border-field",
  IN_PROGRESS: "border-warn",
  DONE: "border-good bg-good",
  CANCELLED: "border-field",
};

/** A shape, with the word as tooltip and accessible name. */
export function StatusMark({ status }: { status: SpecStatus }) {
  return (
    <span
      role="img"
      data-column="status"
      aria-label={wordOf(status)}
      title={wordOf(status)}
      className={`relative size-3.5 flex-none rounded-full border-[1.6px] ${shapes[status]}`}
    >
      {status === "IN_PROGRESS" && (
        <i className="absolute inset-y-0.5 right-0.5 left-1/2 rounded-r-full bg-warn" />
      )}
      {status === "CANCELLED" && <i className="absolute inset-x-0.5 top-1/2 -mt-px h-0.5 bg-field" />}
      {status === "DONE" && (
        <svg viewBox="0 0 14 14" className="absolute -inset-[1.6px]" aria-hidden="true">
          <path d="M4 7.2 6.2 9.4 10 5" fill="none" strokeWidth="1.6" className="stroke-sheet" />
        </svg>
      )}
    </span>
  );
}

/** Draws "Todo" on the button itself, without an element. */
export const todoShape =
  "relative size-[1.625rem] before:absolute before:inset-1.5 before:rounded-full before:border-[1.6px] before:border-field";

const planTones: Record<PlanStatus, Tone> = {
  PLANNING: "plain",
  READY: "good",
  PUSHED: "accent",
  BUILDING: "warn",
  DONE: "good",
};

export const PlanStatusPill = ({ status, statusLabel }: { status: PlanStatus; statusLabel: string }) => (
  <Pill tone={planTones[status]}>{statusLabel}</Pill>
);
