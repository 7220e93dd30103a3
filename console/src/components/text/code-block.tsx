import type { ReactNode } from "react";

/** A block of code, as written. */
export const CodeBlock = ({ children }: { children?: ReactNode }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
  <pre tabIndex={0} className="my-3 overflow-x-auto rounded-card bg-sunk p-3 font-mono text-note">
    {children}
  </pre>
);
