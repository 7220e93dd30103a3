import { createContext, type ReactNode } from "react";

/** Shows what is noted below a line of a text, for the text that is rendered inside of it. */
export const NoteAt = createContext<(line: number) => ReactNode>(() => null);
