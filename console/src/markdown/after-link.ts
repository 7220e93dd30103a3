import { createContext, type ReactNode } from "react";

/** Returns the text after a link's words; null to show none. */
export const AfterLink = createContext<((href: string, words: ReactNode) => string) | null>(null);
