import type { ComponentProps, ReactNode } from "react";

export const Check = ({ children, ...input }: ComponentProps<"input"> & { children: ReactNode }) => (
  <label className="flex items-center gap-1.5 text-ink-2">
    <input type="checkbox" {...input} className="size-3.5 flex-none accent-accent" />
    {children}
  </label>
);
