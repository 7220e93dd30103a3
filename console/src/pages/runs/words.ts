import type { Run, RunState, RunTask } from "@groundplan/contract";
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
  stopped: { words: "Stopped", tone: "plain", says: "What it had proposed stays." },
  done: { words: "Done", tone: "good", says: "It has finished. Nothing is in the plan until you accept it." },
  failed: { words: "Failed", tone: "bad", says: "It has ended. What it had proposed stays." },
};

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
