import type { DragEvent } from "react";

const type = "text/x-groundplan";
const marked = "data-drop";

interface Drop {
  /** The dragged row. */
  id: string;
  /** The row it was dropped on; null outside all rows. */
  on: string | null;
  side: "before" | "after";
}

/** Returns the props of a container with draggable rows. */
export function dragging(drop: (drop: Drop) => void) {
  const rowAt = ({ target }: DragEvent) => (target as HTMLElement).closest<HTMLElement>("[data-item]");
  const sideOf = (row: HTMLElement, { clientY }: DragEvent) => {
    const { top, height } = row.getBoundingClientRect();
    return clientY < top + height / 2 ? ("before" as const) : ("after" as const);
  };
  const unmark = (within: Element) => {
    for (const row of within.querySelectorAll(`[${marked}]`)) row.removeAttribute(marked);
  };
  return {
    onDragStart: (event: DragEvent) => {
      const id = rowAt(event)?.dataset.item;
      if (id === undefined) return;
      event.dataTransfer.setData(type, id);
      event.dataTransfer.effectAllowed = "move";
    },
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes(type)) return;
      event.preventDefault();
      unmark(event.currentTarget);
      const row = rowAt(event);
      row?.setAttribute(marked, sideOf(row, event));
    },
    onDragLeave: (event: DragEvent) => unmark(event.currentTarget),
    onDrop: (event: DragEvent) => {
      unmark(event.currentTarget);
      const id = event.dataTransfer.getData(type);
      if (id === "") return;
      event.preventDefault();
      const row = rowAt(event);
      drop({ id, on: row?.dataset.item ?? null, side: row ? sideOf(row, event) : "after" });
    },
  };
}
