import type { ReactNode } from "react";

/** A handle, such as `PLAN-3`. */
export function Handle({ className = "", children }: { className?: string; children: ReactNode }) {
  return (
    <span className={`font-mono text-small font-medium whitespace-nowrap text-ink-3 ${className}`}>
      {children}
    </span>
  );
}
