import type { Run, SuggestedSpec } from "@groundplan/contract";

/** What a model made of a topic. */
export interface Drafted {
  run: Run;
  specs: readonly SuggestedSpec[];
  /** The words with which it finished. */
  said: string;
  /** Quotes that stand in no source, which the service refused. */
  refused: number;
  questions: number;
}
