import type { ReactNode } from "react";
import { Copy } from "./copy.tsx";

interface Properties {
  /** One sentence about what belongs here. */
  children: ReactNode;
  action?: ReactNode;
  /** The equivalent command. */
  command?: string;
}

/** An empty state. */
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
