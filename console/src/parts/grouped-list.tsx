import { type ComponentProps, Fragment, type ReactNode } from "react";
import { later } from "./later.tsx";
import { isLong, lateRow } from "./list.tsx";
import { Skeleton } from "./skeleton.tsx";

const VirtualGroups = later(() => import("./virtual-groups.tsx"), { waiting: () => <Skeleton rows={12} /> });

/** Rows under one title. */
export interface Group<T> {
  title: string;
  /** What stands behind the title in place of the number of rows. */
  says: string;
  items: readonly T[];
}

/** The properties of the list item that a row is. */
export type Place = ComponentProps<"li"> & { "data-index"?: number };

export interface GroupedProperties<T> {
  groups: readonly Group<T>[];
  keyOf: (item: T) => string;
  /** Shows an item as a list item with these properties. */
  children: (item: T, place: Place) => ReactNode;
}

/** Shows rows under the titles of their groups; of many rows only those that are in view exist. */
export function GroupedList<T>(properties: GroupedProperties<T>) {
  const { groups, keyOf, children } = properties;
  const count = groups.reduce((sum, { items }) => sum + items.length, 0);
  if (isLong(count)) return <VirtualGroups {...(properties as GroupedProperties<unknown>)} />;
  return groups.map((group) => (
    <GroupSection key={keyOfGroup(group)} group={group} title={{}}>
      {group.items.map((item) => (
        <Fragment key={keyOf(item)}>{children(item, lateRow(group.items.length))}</Fragment>
      ))}
    </GroupSection>
  ));
}

/** Waves have one title, and differ in what they say. */
export const keyOfGroup = ({ title, says }: Group<unknown>): string => `${title} ${says}`;

interface SectionProperties {
  group: Group<unknown>;
  /** The properties of the title; null if it is out of view. */
  title: ComponentProps<"h2"> | null;
  children: ReactNode;
}

/** Shows a group with those of its rows that exist. */
export function GroupSection({ group: { title, says, items }, title: place, children }: SectionProperties) {
  return (
    <section aria-label={title}>
      {place && (
        <h2
          {...place}
          className={`flex items-baseline gap-2 pt-4 pb-1 text-small font-semibold text-ink-2 ${place.className ?? ""}`}
        >
          {title}
          <span className="font-normal text-ink-3">{says || items.length}</span>
        </h2>
      )}
      <ul aria-label={title}>{children}</ul>
    </section>
  );
}
