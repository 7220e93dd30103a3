import { lazy, type ReactNode, Suspense } from "react";
import { Skeleton } from "./skeleton.tsx";

const VirtualList = lazy(() => import("./virtual-list.tsx"));

export interface ListProperties<T> {
  /** This is what the list is of, for those who hear it. */
  label: string;
  items: readonly T[];
  keyOf: (item: T) => string;
  children: (item: T) => ReactNode;
}

/** Lists longer than this have only the rows that are in view. */
const longest = 100;

/** Shows a list of rows. */
export function List<T>(properties: ListProperties<T>) {
  const { label, items, keyOf, children } = properties;
  if (items.length > longest)
    return (
      <Suspense fallback={<Skeleton rows={12} />}>
        <VirtualList {...(properties as ListProperties<unknown>)} />
      </Suspense>
    );
  return (
    <ul aria-label={label}>
      {items.map((item) => (
        <li key={keyOf(item)}>{children(item)}</li>
      ))}
    </ul>
  );
}
