import { Fragment, type KeyboardEvent, useEffect, useMemo } from "react";
import { useStore } from "../../base/store.ts";
import { type Group, type GroupedProperties, GroupSection } from "./grouped-list.tsx";
import { wantedRow } from "./row-selection.ts";
import { useVirtualRows } from "./use-virtual-rows.ts";

const rowHeight = 35;
const titleHeight = 40;

/** A virtualized grouped list. */
export default function VirtualGroups({ groups, keyOf, children }: GroupedProperties<unknown>) {
  const entries = useMemo(() => groups.flatMap(entriesOf), [groups]);
  const joined = entries.map(({ group, item }) => (item === null ? group.key : keyOf(item))).join("\n");
  const keys = useMemo(() => joined.split("\n"), [joined]);
  const heightOf = (index: number) => (entries[index]?.item === null ? titleHeight : rowHeight);
  const { list, height, goTo, indexes, onFocus, shown } = useVirtualRows({ keys, heightOf });
  const wanted = useStore(wantedRow);
  useEffect(() => {
    const index = indexes.get(wanted ?? "");
    if (index === undefined) return;
    wantedRow.set(null);
    goTo(index);
  }, [wanted, indexes, goTo]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Home" && event.key !== "End") return;
    event.preventDefault();
    goTo(event.key === "Home" ? 1 : entries.length - 1);
  };
  const inView = shown.flatMap(({ index, place }) => {
    const entry = entries[index];
    return entry ? [{ ...entry, place }] : [];
  });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the rows inside take these keys.
    <div
      ref={(element) => {
        list.current = element;
      }}
      className="flow-root"
      style={{ height }}
      onKeyDown={onKeyDown}
      onFocus={onFocus}
    >
      {[...Map.groupBy(inView, ({ group }) => group)].map(([group, own]) => (
        <GroupSection
          key={group.key}
          group={group}
          title={own.find(({ item }) => item === null)?.place ?? null}
        >
          {own.map(({ item, at, place }) =>
            item === null ? null : (
              <Fragment key={keyOf(item)}>
                {children(item, { ...place, "aria-setsize": group.items.length, "aria-posinset": at })}
              </Fragment>
            ),
          )}
        </GroupSection>
      ))}
    </div>
  );
}

/** Flattens a group into its title and items. */
const entriesOf = (group: Group<unknown>) => [
  { group, item: null, at: 0 },
  ...group.items.map((item, index) => ({ group, item, at: index + 1 })),
];
