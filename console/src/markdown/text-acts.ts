import { createContext } from "react";

/** What a person who may edit a text can do in it where it is read. */
export interface TextActs {
  /** Changes the state of the task box at this place of the text; false if that was refused. */
  tick: (at: number) => Promise<unknown>;
  /** Names the block in this line, from 1, the acceptance criteria. */
  makeCriteria: (line: number) => void;
}

/** The acts for the text that is rendered inside of it; null where nobody edits. */
export const TextActs = createContext<TextActs | null>(null);
