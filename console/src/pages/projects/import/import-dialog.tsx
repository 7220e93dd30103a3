import { useEffect } from "react";
import { definitionOf } from "../../../../../client/src/import/formats.ts";
import { useStore } from "../../../base/store.ts";
import { Button } from "../../../components/button.tsx";
import { Problem } from "../../../components/loading/problem.tsx";
import { Dialog } from "../../../components/overlays/lazy.tsx";
import { Progress } from "../../../components/progress.tsx";
import { FormatChoice, ImportChoices } from "./import-choices.tsx";
import type { ImportJob, ImportState } from "./import-job.ts";
import { ImportReport } from "./import-report.tsx";
import { Notices, noticesOf } from "./notices.tsx";
import { isNothing } from "./words.ts";

/** Previews an import, runs it and shows the result. */
export default function ImportDialog({ job, onClose }: { job: ImportJob; onClose: () => void }) {
  const state = useStore(job.state);
  const { step, choices, parts } = state;
  const isWorking = step === "asking" || step === "importing";
  const isUseless = parts?.every(({ report }) => isNothing(report)) && choices.onConflict !== "ours";
  const isOver = step === "imported" || (step === "asked" && isUseless);
  useEffect(() => job.show(), [job]);
  return (
    <Dialog title={`Import ${job.given}`} says={says[step]} onClose={onClose}>
      <div className="grid gap-4">
        {isWorking && <Progress label="Progress of the import" {...progressOf(state)} />}
        {step === "failed" && <Failed job={job} state={state} />}
        {step !== "failed" &&
          parts?.map(({ format, report }) => (
            <ImportReport
              key={format}
              projectSlug={job.projectSlug}
              format={definitionOf(format).name}
              report={report}
            />
          ))}
        {parts && (step === "asked" || step === "asking") && (
          <ImportChoices job={job} state={state} parts={parts} />
        )}
        <div className="flex flex-wrap gap-2">
          {step !== "failed" && (
            <Button look="primary" busy={isWorking} onClick={isOver ? onClose : () => void job.run()}>
              {isOver ? "Done" : "Import"}
            </Button>
          )}
          {!isOver && (
            <Button onClick={onClose}>{step === "asking" || step === "asked" ? "Cancel" : "Close"}</Button>
          )}
        </div>
      </div>
    </Dialog>
  );
}

const says: Readonly<Record<ImportState["step"], string>> = {
  asking: "Nothing is saved until you import.",
  asked: "Nothing is saved until you import.",
  importing: "You can close this; the import continues.",
  imported: "Import the folder again whenever it changes.",
  failed: "The import failed.",
};

function Failed({ job, state: { error, choices } }: { job: ImportJob; state: ImportState }) {
  const mayPass = error instanceof Error && ["ApiError", "ConnectionError"].includes(error.name);
  return (
    <>
      <Problem error={error} {...(mayPass ? { retry: () => void job.preview() } : {})} />
      <Notices notices={noticesOf(error)} />
      {!mayPass && <FormatChoice job={job} value={choices.format} />}
    </>
  );
}

/** The folder is read before the service responds. */
function progressOf({ step, progress }: ImportState) {
  if (progress === null) return { done: 0, all: 0, says: "Reading the folder…" };
  const { read, done, all, format } = progress;
  const { sources } = definitionOf(format);
  const says =
    read < all
      ? `${read} of ${all} ${sources} are read.`
      : step === "asking"
        ? "Checking what would change…"
        : `${done} of ${all} ${sources} are imported.`;
  return { done: read + done, all: 2 * all, says };
}
