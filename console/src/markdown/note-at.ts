import { createContext, type ReactNode } from "react";

export const NoteAt = createContext<(line: number) => ReactNode>(() => null);
