import { createContext } from "react";

export interface TextActs {
  /** Toggles the checkbox at an offset; false if refused. */
  tick: (at: number) => Promise<unknown>;
  /** Makes the block at this line, from 1, the criteria. */
  makeCriteria: (line: number) => void;
}

/** Null if the text is read-only. */
export const TextActs = createContext<TextActs | null>(null);
