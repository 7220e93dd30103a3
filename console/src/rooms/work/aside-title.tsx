import type { ReactNode } from "react";

/** The title of a part of what stands beside a sheet. */
export const AsideTitle = ({ children }: { children: ReactNode }) => (
  <h2 className="mb-1.5 text-small font-semibold text-ink-2">{children}</h2>
);
