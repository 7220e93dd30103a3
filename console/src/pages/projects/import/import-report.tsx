import type { ReactNode } from "react";
import {
  calledOf,
  conflicts,
  isWritten,
  left,
  planReports,
  type Report,
} from "../../../../../client/src/import/report.ts";
import { Conflict } from "./conflict.tsx";
import { FirstFew } from "./first-few.tsx";
import { ImportedPlan } from "./imported-plan.tsx";
import { Notices } from "./notices.tsx";
import { instructionWords, reasons, summaryOf } from "./words.ts";

interface Properties {
  projectSlug: string;
  /** The name of the format that was read. */
  format: string;
  report: Report;
}

/** The preview or result of an import. */
export function ImportReport({ projectSlug, format, report }: Properties) {
  const open = conflicts(report);
  const leftAlone = left(report);
  const context = report.context.filter(isWritten);
  return (
    <section aria-label={format} className="grid gap-4">
      <div>
        <p className="text-note text-ink-3">{format}</p>
        <p role="status" className="font-[550]">
          {summaryOf(report)}
        </p>
      </div>
      <Part title="Plans">
        <FirstFew label="Plans" items={planReports(report)}>
          {(plan) => <ImportedPlan projectSlug={projectSlug} plan={plan} />}
        </FirstFew>
      </Part>
      {report.instructions && <p>{instructionWords(report.instructions, report.dryRun)}</p>}
      {context.length > 0 && (
        <Part title="Context of the project">
          <FirstFew label="Context of the project" items={context}>
            {({ title, outcome }) => `${title}: ${outcome === "created" ? "new" : "changed"}`}
          </FirstFew>
        </Part>
      )}
      {open.length > 0 && (
        <Part title="Changed on both sides">
          <FirstFew label="Changed on both sides" items={open}>
            {(conflict) => <Conflict title={calledOf(conflict)} conflict={conflict} />}
          </FirstFew>
        </Part>
      )}
      {report.refused.length > 0 && (
        <Part title="Skipped folders">
          <FirstFew label="Skipped folders" items={report.refused}>
            {(sentence) => sentence}
          </FirstFew>
        </Part>
      )}
      {leftAlone.length > 0 && (
        <Part title="Unchanged">
          <FirstFew label="Unchanged" items={leftAlone}>
            {(one) => `${calledOf(one)}: ${reasons[one.why]}`}
          </FirstFew>
        </Part>
      )}
      <Notices notices={report.notices} />
    </section>
  );
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h3 className="font-[550]">{title}</h3>
    {children}
  </section>
);
