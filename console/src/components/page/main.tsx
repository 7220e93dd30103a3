import { createContext, type ReactNode, useContext } from "react";

const InPage = createContext(false);

/** Tells descendants that they are within a page. */
export const PageContext = ({ children }: { children: ReactNode }) => (
  <InPage value={true}>{children}</InPage>
);

/** The classes of the main content. */
export const mainClass = "min-w-0 px-4 py-5 column:px-8 column:py-6";

/** Focuses the main content after the focused element was removed. */
export const focusMain = (): void => document.getElementById("main")?.focus({ preventScroll: true });

/** A main element for standalone content; nothing within a page. */
export function Main({ title, children }: { title?: string; children: ReactNode }) {
  if (useContext(InPage)) return children;
  return (
    <main id="main" tabIndex={-1} className={`flex-1 ${mainClass}`}>
      {title && <h1 className="mb-4 text-h1 font-[650]">{title}</h1>}
      {children}
    </main>
  );
}
