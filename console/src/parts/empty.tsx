import type { ReactNode } from "react";
import { Copy } from "./copy.tsx";

interface Properties {
  /** One sentence that says what would be here. */
  children: ReactNode;
  /** The one thing to do. */
  action?: ReactNode;
  /** The same as a command. */
  command?: string;
}

/** Shows a place that is empty: what would be here, what to do, and the command that does it. */
export function Empty({ children, action, command }: Properties) {
  return (
    <div
      data-empty
      className="grid justify-items-start gap-3 rounded-card border border-line grid-paper-12 p-6"
    >
      <p className="max-w-[60ch] text-ink-2">{children}</p>
      {action}
      {command !== undefined && (
        <div className="w-full max-w-xl">
          <Copy text={command} />
        </div>
      )}
    </div>
  );
}
