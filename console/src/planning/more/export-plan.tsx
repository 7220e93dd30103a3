import { type ExportFormat, exportPlan, reportExport } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { download } from "../../api/download.ts";
import { read } from "../../api/read.ts";
import { Choice } from "../../components/forms/field.tsx";
import { Form } from "../../components/forms/form.tsx";
import { Problem } from "../../components/loading/problem.tsx";
import { Skeleton } from "../../components/loading/skeleton.tsx";
import { Dialog } from "../../components/overlays/lazy.tsx";
import type { PlanParams } from "../params.ts";

const formats: Record<ExportFormat, string> = {
  markdown: "Markdown, which comes in again as the same plan",
  kiro: "Kiro",
  "spec-kit": "spec-kit",
  openspec: "OpenSpec",
  backlog: "Backlog.md",
  taskmaster: "Task Master",
  beads: "beads",
};

/** Notes shown; a big plan can have thousands. */
const mostNotes = 20;

interface Properties {
  params: PlanParams;
  onClose: () => void;
}

/** Chooses a format, shows what it can't hold, and saves the archive. */
export default function ExportPlan({ params, onClose }: Properties) {
  const [format, choose] = useState<ExportFormat>("markdown");
  const submit = async () => {
    await download(exportPlan, { params, query: { format } });
    onClose();
  };
  return (
    <Dialog
      title={`Export ${params.planShortId}`}
      says="A zip archive with a file for each part that you can read, sub-plans included."
      onClose={onClose}
    >
      <Form submit={submit} action="Download">
        <Choice
          label="Format"
          name="format"
          value={format}
          onChange={(event) => choose(event.target.value as ExportFormat)}
        >
          {Object.entries(formats).map(([id, name]) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Choice>
        <Preview params={params} format={format} />
      </Form>
    </Dialog>
  );
}

function Preview({ params, format }: { params: PlanParams; format: ExportFormat }) {
  const query = useQuery(read(reportExport, { params, query: { format } }));
  if (query.error) return <Problem error={query.error} retry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton />;
  const { files, notes } = query.data.export;
  const more = notes.length - mostNotes;
  return (
    <div aria-live="polite" className="text-note text-ink-2">
      <p>{files.length === 1 ? "1 file." : `${files.length} files.`}</p>
      {notes.length > 0 && (
        <ul className="mt-2 list-disc pl-5">
          {notes.slice(0, mostNotes).map(({ path, handle, text }) => (
            <li key={`${path} ${handle} ${text}`}>
              {[handle, path].filter(Boolean).join(", ")}
              {(handle || path) && ": "}
              {text}
            </li>
          ))}
          {more > 0 && <li>{more === 1 ? "1 more note" : `${more} more notes`}</li>}
        </ul>
      )}
    </div>
  );
}
