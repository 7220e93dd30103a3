import { createContext, type ReactNode } from "react";

/** Renders the notes below a line of the surrounding text. */
export const NoteAt = createContext<(line: number) => ReactNode>(() => null);
