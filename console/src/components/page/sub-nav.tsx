import type { ReactNode } from "react";

/** Links between the views within a tab. */
export const SubNav = ({ label, children }: { label: string; children: ReactNode }) => (
  <nav aria-label={label} className="mb-4 flex flex-wrap gap-1">
    {children}
  </nav>
);

export const subLink =
  "rounded-md px-2 py-1 text-note text-ink-2 hover:bg-sunk hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:font-[550] aria-[current=page]:text-accent";
