import { createLink } from "@tanstack/react-router";
import type { ComponentProps } from "react";

/** Shows a row of a list: the whole row is a link. `j` and `k` move between rows, Enter opens. */
export const Row = createLink(({ className = "", ...rest }: ComponentProps<"a">) => (
  <a
    {...rest}
    data-row
    className={`flex min-h-[2.125rem] items-center gap-2.5 border-t border-line px-2 py-1.5 hover:bg-sunk focus-visible:bg-sunk focus-visible:outline-offset-[-2px] ${className}`}
  />
));
