import { createLink } from "@tanstack/react-router";
import type { ComponentProps, ReactNode } from "react";

const link =
  "flex min-h-[2.125rem] min-w-0 flex-1 items-center gap-2.5 px-2 py-1.5 focus-visible:outline-offset-[-2px]";

/** A row that is a link. `j` and `k` move, Enter opens. */
export const Row = createLink(({ className = "", ...rest }: ComponentProps<"a">) => (
  <a
    {...rest}
    data-row
    className={`${link} border-t border-line hover:bg-sunk focus-visible:bg-sunk ${className}`}
  />
));

/** The link inside `RowWithActs`. */
export const RowLink = createLink(({ className = "", ...rest }: ComponentProps<"a">) => (
  <a {...rest} data-row className={`${link} ${className}`} />
));

interface Properties {
  id: string;
  /** Before the link, such as a checkbox. */
  before?: ReactNode;
  /** After the link. */
  after?: ReactNode;
  isSelected?: boolean;
  isDraggable?: boolean;
  /** The props of the row's list item; absent inside one. */
  place?: ComponentProps<"li">;
  children: ReactNode;
}

/** Buttons can't be nested in a link. */
export function RowWithActs({
  id,
  before,
  after,
  isSelected,
  isDraggable = false,
  place,
  children,
}: Properties) {
  const { className = "relative", ...item } = place ?? {};
  const about = {
    "data-item": id,
    draggable: isDraggable || undefined,
    className: `group flex flex-wrap items-center border-t border-line hover:bg-sunk has-focus-visible:bg-sunk data-[drop=after]:border-b-2 data-[drop=after]:border-b-accent data-[drop=before]:border-t-accent ${isSelected ? "bg-sunk shadow-[inset_2px_0_0_var(--accent)]" : ""} ${className}`,
  };
  const inside = (
    <>
      {before}
      {children}
      {after}
    </>
  );
  return place ? (
    <li {...item} {...about}>
      {inside}
    </li>
  ) : (
    <div {...about}>{inside}</div>
  );
}
