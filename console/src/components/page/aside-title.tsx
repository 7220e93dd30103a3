import type { ReactNode } from "react";

/** A heading in the side column. */
export const AsideTitle = ({ children }: { children: ReactNode }) => (
  <h2 className="mb-1.5 text-small font-semibold text-ink-2">{children}</h2>
);
