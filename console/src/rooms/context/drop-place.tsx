import { type DragEvent, type ReactNode, useState } from "react";
import { toastProblem } from "../../parts/toast.tsx";
import type { Place } from "../places/place.ts";
import { filesOf } from "./dropped-files.ts";
import { addFiles } from "./uploads.ts";

/** Takes files that are dropped on it into the context of a place. */
export function DropPlace({ place, children }: { place: Place; children: ReactNode }) {
  const [isOver, setOver] = useState(false);
  const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes("Files");
  const drop = (event: DragEvent) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    setOver(false);
    filesOf(event).then((files) => addFiles(place, files), toastProblem);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a button beside it does the same by keyboard.
    <div
      onDragOver={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={({ currentTarget, relatedTarget }) =>
        setOver(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))
      }
      onDrop={drop}
      className={`-m-2.5 min-h-64 rounded-card border-2 border-dashed p-2 ${isOver ? "border-accent bg-accent-soft" : "border-transparent"}`}
    >
      {children}
    </div>
  );
}
