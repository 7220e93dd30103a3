import { createContext } from "react";

/** The edits available in a rendered text. */
export interface TextActs {
  /** Toggles the checkbox at a source offset; false if refused. */
  tick: (at: number) => Promise<unknown>;
  /** Makes the block at a line, counted from 1, the acceptance criteria. */
  makeCriteria: (line: number) => void;
}

/** The edits of the surrounding text; null if it is read-only. */
export const TextActs = createContext<TextActs | null>(null);
