import { Link, type LinkProps } from "@tanstack/react-router";
import type { ReactNode } from "react";

export const RailTitle = ({ children }: { children: ReactNode }) => (
  <h2 className="mx-2 mt-4 mb-1 text-micro font-semibold tracking-[0.04em] text-ink-3 uppercase">
    {children}
  </h2>
);

/** `deep` indents it below the previous link. */
export const RailLink = ({ deep = false, ...link }: LinkProps & { deep?: boolean }) => (
  <Link
    {...link}
    className={`rounded-md py-1.5 pr-2 text-ink-2 hover:bg-sunk hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:font-[550] aria-[current=page]:text-accent ${deep ? "pl-[1.375rem]" : "pl-2"}`}
  />
);
