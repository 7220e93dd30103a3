import { type ReactNode, type RefObject, useState } from "react";
import { DropZone } from "../../../components/forms/drop-zone.tsx";
import { type Chosen, takeChosen, withPaths } from "../../../components/forms/dropped-files.ts";
import { later } from "../../../components/loading/later.tsx";
import { overlayFallbacks } from "../../../components/loading/lost-part.tsx";
import { toastProblem } from "../../../components/overlays/toast.tsx";
import type { ImportJob } from "./import-job.ts";

const ImportDialog = later(() => import("./import-dialog.tsx"), overlayFallbacks);

/** The inputs that buttons open. */
export interface ImportFields {
  folder: RefObject<HTMLInputElement | null>;
  file: RefObject<HTMLInputElement | null>;
}

interface Properties {
  projectSlug: string;
  fields: ImportFields;
  children: ReactNode;
}

/** Accepts a folder, a file or an archive; the importer is loaded on first use. */
export function ImportPlace({ projectSlug, fields, children }: Properties) {
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
  const field = (what: keyof ImportFields, label: string, more = {}) => (
    <input
      ref={fields[what]}
      type="file"
      hidden
      aria-label={label}
      {...more}
      onChange={({ target }) => void take(() => takeChosen(target))}
    />
  );
  return (
    <DropZone take={(dropped) => void take(() => withPaths(dropped))} refuse={toastProblem}>
      {field("folder", "Folder to import", { webkitdirectory: "" })}
      {field("file", "File or archive to import")}
      {children}
      {job && <ImportDialog job={job} onClose={() => setJob(null)} />}
    </DropZone>
  );
}
