import type { ReactNode } from "react";
import { later } from "./later.tsx";
import { Skeleton } from "./skeleton.tsx";

const VirtualList = later(() => import("./virtual-list.tsx"), { waiting: () => <Skeleton rows={12} /> });

export interface ListProperties<T> {
  /** This is what the list is of, for those who hear it. */
  label: string;
  items: readonly T[];
  keyOf: (item: T) => string;
  children: (item: T) => ReactNode;
}

/** Lists longer than this have only the rows that are in view. */
const longest = 100;
/** In lists longer than this, rows that are out of sight are laid out as they come into it; their heights are guessed. */
const inSight = 20;
const late =
  "[content-visibility:auto] [contain-intrinsic-size:auto_3.75rem] has-[[aria-expanded=true]]:[content-visibility:visible] column:[contain-intrinsic-size:auto_2.125rem]";

/** Tells whether a list of so many rows has only those in view. */
export const isLong = (count: number): boolean => count > longest;

/** Returns the properties of a row in a list of so many that has them all. */
export const lateRow = (count: number): { className?: string } =>
  count > inSight ? { className: late } : {};

/** Shows a list of rows. */
export function List<T>(properties: ListProperties<T>) {
  const { label, items, keyOf, children } = properties;
  if (isLong(items.length)) return <VirtualList {...(properties as ListProperties<unknown>)} />;
  return (
    <ul aria-label={label}>
      {items.map((item) => (
        <li key={keyOf(item)} {...lateRow(items.length)}>
          {children(item)}
        </li>
      ))}
    </ul>
  );
}
