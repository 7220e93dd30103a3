import { type KeyboardEvent, useMemo } from "react";
import type { ListProperties } from "./list.tsx";
import { useVirtualRows } from "./use-virtual-rows.ts";

const rowHeight = () => 34;

/** A virtualized list; Home and End jump to its ends. */
export default function VirtualList({ label, items, keyOf, children }: ListProperties<unknown>) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a function that finds keys finds the same ones each time.
  const keys = useMemo(() => items.map(keyOf), [items]);
  const { list, height, goTo, onFocus, shown } = useVirtualRows({ keys, heightOf: rowHeight });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Home" && event.key !== "End") return;
    event.preventDefault();
    goTo(event.key === "Home" ? 0 : items.length - 1);
  };
  return (
    <ul
      ref={(element) => {
        list.current = element;
      }}
      aria-label={label}
      className="flow-root"
      style={{ height }}
      onKeyDown={onKeyDown}
      onFocus={onFocus}
    >
      {shown.map(({ index, place }) => (
        <li key={keys[index]} {...place} aria-setsize={items.length} aria-posinset={index + 1}>
          {children(items[index])}
        </li>
      ))}
    </ul>
  );
}
