import { type ReactNode, type RefObject, useState } from "react";
import { formatNames } from "../../../../../client/src/import/formats.ts";
import { DropZone } from "../../../components/forms/drop-zone.tsx";
import { type Chosen, takeChosen, withPaths } from "../../../components/forms/dropped-files.ts";
import { later } from "../../../components/loading/later.tsx";
import { overlayFallbacks } from "../../../components/loading/lost-part.tsx";
import { toastProblem } from "../../../components/overlays/toast.tsx";
import type { ImportJob } from "./import-job.ts";

const ImportDialog = later(() => import("./import-dialog.tsx"), overlayFallbacks);

interface Properties {
  projectSlug: string;
  /** The input that a button opens. */
  field: RefObject<HTMLInputElement | null>;
  children: ReactNode;
}

/** Accepts a folder; the importer is loaded on first use. */
export function ImportPlace({ projectSlug, field, children }: Properties) {
  const [job, setJob] = useState<ImportJob | null>(null);
  const take = async (choose: () => Chosen[]) => {
    try {
      const given = choose();
      const { importOf } = await import("./import-job.ts");
      setJob(importOf(projectSlug, given));
    } catch (error) {
      toastProblem(error);
    }
  };
  return (
    <DropZone take={(dropped) => void take(() => withPaths(dropped))} refuse={toastProblem}>
      <input
        ref={field}
        type="file"
        hidden
        aria-label={`${formatNames} folder`}
        {...{ webkitdirectory: "" }}
        onChange={({ target }) => void take(() => takeChosen(target))}
      />
      {children}
      {job && <ImportDialog job={job} onClose={() => setJob(null)} />}
    </DropZone>
  );
}
