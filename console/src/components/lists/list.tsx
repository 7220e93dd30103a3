import type { ReactNode } from "react";
import { later } from "../loading/later.tsx";
import { Skeleton } from "../loading/skeleton.tsx";

const VirtualList = later(() => import("./virtual-list.tsx"), { waiting: () => <Skeleton rows={12} /> });

export interface ListProperties<T> {
  /** The accessible name. */
  label: string;
  items: readonly T[];
  keyOf: (item: T) => string;
  children: (item: T) => ReactNode;
}

/** The row count above which a list is virtualized. */
const longest = 100;
/** Longer lists lay out off-screen rows late, with estimated heights. */
const inSight = 20;
const late =
  "[content-visibility:auto] [contain-intrinsic-size:auto_3.75rem] has-[[aria-expanded=true]]:[content-visibility:visible] column:[contain-intrinsic-size:auto_2.125rem]";

export const isLong = (count: number): boolean => count > longest;

/** For lists that are not virtualized. */
export const lateRow = (count: number): { className?: string } =>
  count > inSight ? { className: late } : {};

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
