import type { Run, RunState, RunTask, Suggestion } from "@groundplan/contract";
import type { Tone } from "../../components/pill.tsx";

export const taskWords: Record<RunTask, string> = {
  draft: "Draft specs",
  revise: "Revise specs",
  gaps: "Find gaps",
};

export const stateWords: Record<RunState, { words: string; tone: Tone; says: string }> = {
  queued: { words: "Queued", tone: "accent", says: "It begins in a moment." },
  running: { words: "Working", tone: "accent", says: "You can leave this page; the run continues." },
  waiting: {
    words: "Waits for an answer",
    tone: "warn",
    says: "It spends nothing until its question is answered.",
  },
  paused: { words: "Paused", tone: "warn", says: "It spends nothing until it is continued." },
  stopped: { words: "Stopped", tone: "plain", says: "It was stopped." },
  done: { words: "Done", tone: "good", says: "It has finished." },
  failed: { words: "Failed", tone: "bad", says: "It has ended." },
};

/** Says the outcome of a finished run's proposals; nothing while their states are unknown. */
export function outcomeOf(states: readonly (Suggestion["state"] | undefined)[]): string {
  if (states.length === 0) return "It proposed nothing.";
  if (states.includes(undefined)) return "";
  const isAccepted = states.includes("accepted");
  if (states.includes("open"))
    return isAccepted
      ? "What was accepted is in the plan; the rest waits for a decision."
      : "Nothing is in the plan until it is accepted.";
  return isAccepted ? "What was accepted is in the plan." : "Nothing that it proposed was accepted.";
}

/** Names the state for a reader: only who started the run is asked. */
export const stateOf = ({ state, startedBy }: Run, readerId: string): string =>
  state === "waiting" && startedBy?.userId === readerId ? "Asks you" : stateWords[state].words;

export const isOver = ({ state }: Run): boolean =>
  state === "done" || state === "stopped" || state === "failed";

export const spentOf = ({ usage }: Run): number => usage.inputTokens + usage.outputTokens;

export const numberOf = (count: number): string => count.toLocaleString("en");

export const costOf = ({ cost, currency = "" }: Pick<Run["usage"], "cost" | "currency">): string =>
  cost === undefined
    ? ""
    : `, cost ${`${cost.toLocaleString("en", { maximumFractionDigits: 4 })} ${currency}`.trim()}`;
