import { createLink } from "@tanstack/react-router";
import type { ComponentProps } from "react";

export const Tab = createLink(({ className = "", ...rest }: ComponentProps<"a">) => (
  <a
    {...rest}
    className={`-mb-px border-b-2 border-transparent py-[7px] whitespace-nowrap text-ink-2 hover:text-ink aria-[current=page]:border-accent aria-[current=page]:font-[550] aria-[current=page]:text-ink ${className}`}
  />
));
