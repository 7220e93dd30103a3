import { type DragEvent, type ReactNode, useState } from "react";
import { type Dropped, filesOf } from "./dropped-files.ts";

interface Properties {
  take: (files: Dropped[]) => void;
  /** Called if the files can't be read. */
  refuse: (error: unknown) => void;
  className?: string;
  children: ReactNode;
}

/** A drop zone for files and folders. */
export function DropZone({ take, refuse, className = "", children }: Properties) {
  const [isOver, setOver] = useState(false);
  const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes("Files");
  const drop = (event: DragEvent) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    setOver(false);
    filesOf(event).then(take, refuse);
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
      className={`-m-2.5 rounded-card border-2 border-dashed p-2 ${className} ${isOver ? "border-accent bg-accent-soft" : "border-transparent"}`}
    >
      {children}
    </div>
  );
}
