import { type ComponentProps, Fragment, type ReactNode } from "react";
import { later } from "../loading/later.tsx";
import { Skeleton } from "../loading/skeleton.tsx";
import { isLong, lateRow } from "./list.tsx";

const VirtualGroups = later(() => import("./virtual-groups.tsx"), { waiting: () => <Skeleton rows={12} /> });

export interface Group<T> {
  /** Unique in the list. */
  key: string;
  title: string;
  /** Shown after the title. */
  says: string;
  items: readonly T[];
}

/** The props of a row's list item. */
export type RowProps = ComponentProps<"li"> & { "data-index"?: number };

export interface GroupedProperties<T> {
  groups: readonly Group<T>[];
  keyOf: (item: T) => string;
  /** Renders an item as a list item with these props. */
  children: (item: T, place: RowProps) => ReactNode;
}

/** A list of rows in titled groups; long lists are virtualized. */
export function GroupedList<T>(properties: GroupedProperties<T>) {
  const { groups, keyOf, children } = properties;
  const count = groups.reduce((sum, { items }) => sum + items.length, 0);
  if (isLong(count)) return <VirtualGroups {...(properties as GroupedProperties<unknown>)} />;
  return groups.map((group) => (
    <GroupSection key={group.key} group={group} title={{}}>
      {group.items.map((item) => (
        <Fragment key={keyOf(item)}>{children(item, lateRow(group.items.length))}</Fragment>
      ))}
    </GroupSection>
  ));
}

interface SectionProperties {
  group: Group<unknown>;
  /** The title's props; null if it is out of view. */
  title: ComponentProps<"h2"> | null;
  children: ReactNode;
}

export function GroupSection({ group: { title, says }, title: place, children }: SectionProperties) {
  return (
    <section aria-label={title}>
      {place && (
        <h2
          {...place}
          className={`flex items-baseline gap-2 pt-4 pb-1 text-small font-semibold text-ink-2 ${place.className ?? ""}`}
        >
          {title}
          <span className="font-normal text-ink-3">{says}</span>
        </h2>
      )}
      <ul aria-label={title}>{children}</ul>
    </section>
  );
}
