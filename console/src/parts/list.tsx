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
const lateRow =
  "[content-visibility:auto] [contain-intrinsic-size:auto_3.75rem] has-[[aria-expanded=true]]:[content-visibility:visible] column:[contain-intrinsic-size:auto_2.125rem]";

/** Shows a list of rows. */
export function List<T>(properties: ListProperties<T>) {
  const { label, items, keyOf, children } = properties;
  if (items.length > longest) return <VirtualList {...(properties as ListProperties<unknown>)} />;
  return (
    <ul aria-label={label}>
      {items.map((item) => (
        <li key={keyOf(item)} {...(items.length > inSight ? { className: lateRow } : {})}>
          {children(item)}
        </li>
      ))}
    </ul>
  );
}
