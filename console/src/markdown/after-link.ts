import { createContext, type ReactNode } from "react";

/** Returns what a link shows after its words. Null if nothing. */
export const AfterLink = createContext<((href: string, words: ReactNode) => string) | null>(null);
