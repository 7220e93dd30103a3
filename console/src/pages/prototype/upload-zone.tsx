import { type ReactNode, useRef, useState } from "react";
import { Button } from "../../components/button.tsx";
import { DropZone } from "../../components/forms/drop-zone.tsx";
import { type Chosen, takeChosen, withPaths } from "../../components/forms/dropped-files.ts";
import { Problem } from "../../components/loading/problem.tsx";
import { toast } from "../../components/overlays/toast.tsx";
import type { PlanParams } from "../../planning/params.ts";
import { upload } from "./upload.ts";

interface Properties {
  params: PlanParams;
  /** The content above the buttons. */
  children: (buttons: ReactNode) => ReactNode;
  isReplacing: boolean;
}

/** Accepts a prototype's files by choice or drop. */
export function UploadZone({ params, children, isReplacing }: Properties) {
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const [sent, setSent] = useState<number | null>(null);
  const [error, setError] = useState<unknown>(null);
  const send = async (chosen: readonly Chosen[]) => {
    if (chosen.length === 0 || sent !== null) return;
    setSent(0);
    setError(null);
    try {
      await upload(params, chosen, setSent);
      toast(
        isReplacing
          ? "The prototype is replaced. Existing links show the new files."
          : "The prototype is uploaded.",
      );
    } catch (refusal) {
      setError(refusal);
    }
    setSent(null);
  };
  const take = (input: HTMLInputElement) => {
    try {
      void send(takeChosen(input));
    } catch (refusal) {
      setError(refusal);
    }
  };
  const buttons = (
    <span className="flex flex-wrap gap-2">
      <Button look={isReplacing ? "plain" : "primary"} onClick={() => files.current?.click()}>
        {isReplacing ? "Replace with files or a zip" : "Choose files or a zip"}
      </Button>
      <Button onClick={() => folder.current?.click()}>
        {isReplacing ? "Replace with a folder" : "Choose a folder"}
      </Button>
    </span>
  );
  return (
    <DropZone take={(dropped) => void send(withPaths(dropped))} refuse={setError}>
      <input
        ref={files}
        type="file"
        multiple
        hidden
        aria-label="Files of the prototype"
        onChange={({ target }) => take(target)}
      />
      <input
        ref={folder}
        type="file"
        hidden
        aria-label="Folder of the prototype"
        {...{ webkitdirectory: "" }}
        onChange={({ target }) => take(target)}
      />
      {children(sent === null && buttons)}
      {sent !== null && (
        <p role="status" className="mt-3 flex items-center gap-2 text-note text-ink-2">
          <progress aria-label="Uploading the prototype" value={sent} className="h-1.5 w-40 accent-accent" />
          {sent < 1 ? `${Math.floor(sent * 100)} % sent` : "Saving the files…"}
        </p>
      )}
      {error !== null && (
        <div className="mt-3">
          <Problem error={error} />
        </div>
      )}
    </DropZone>
  );
}
