import type { Suggestion } from "@groundplan/contract";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { effortLabel, readinessLabel } from "../../../../contract/src/planning/display-words.ts";
import { Button } from "../../components/button.tsx";
import { Check } from "../../components/forms/check.tsx";
import { Handle } from "../../components/handle.tsx";
import { Meter } from "../../components/meter.tsx";
import { Pill } from "../../components/pill.tsx";
import { Markdown } from "../../components/text/markdown.tsx";
import type { SpecEdit } from "./accept-specs.ts";
import { EditSpec } from "./edit-spec.tsx";
import { ProposedCriteria } from "./proposed-criteria.tsx";
import type { RunParams } from "./run-params.ts";

type Spec = Suggestion["specs"][number];

interface Properties {
  params: RunParams;
  spec: Spec;
  /** The specs that it needs first; those that are out are not made. */
  needs: readonly { name: string; isOut: boolean }[];
  edit: SpecEdit | undefined;
  /** Null if nothing can be chosen. */
  isTaken: boolean | null;
  onTake: (isTaken: boolean) => void;
  /** True if the agent has replaced it since it was shown first. */
  isReplaced: boolean;
  /** Undefined drops the changes. */
  onEdit: (edit: SpecEdit | undefined) => void;
}

export function ProposedSpec({ params, spec, needs, edit, isTaken, onTake, isReplaced, onEdit }: Properties) {
  const [isShown, show] = useState(false);
  const [isEditing, setEditing] = useState(false);
  const { title, content, effort } = edit ?? spec;
  const { readiness, reasons, unseen = [], specShortId, state } = spec;
  const label = readinessLabel(readiness);
  return (
    <li className="rounded-card border border-line p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="min-w-0 flex-1 basis-60 font-[600] break-words">
          {isTaken === null ? (
            title
          ) : (
            <Check checked={isTaken} onChange={({ target }) => onTake(target.checked)}>
              <span className="min-w-0 break-words text-ink">{title}</span>
            </Check>
          )}
        </h3>
        {isReplaced && <Pill tone="accent">Replaced just now</Pill>}
        {edit && <Pill tone="accent">Edited</Pill>}
        {specShortId !== undefined && (
          <Link
            to="/projects/$projectSlug/plans/$planShortId/specs/$specShortId"
            params={{ ...params, specShortId }}
            className="text-accent underline underline-offset-2"
          >
            <Handle>{specShortId}</Handle>
          </Link>
        )}
        {state === "left_out" && <Pill>Left out</Pill>}
      </div>
      <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-note text-ink-2">
        <Meter grade={readiness} label={label} />
        <span>{label}</span>
        {effort !== null && <span>Effort: {effortLabel(effort)}</span>}
        <Button
          look="quiet"
          aria-expanded={isShown}
          aria-label={`${isShown ? "Hide" : "Show"} text of ${title}`}
          onClick={() => show(!isShown)}
        >
          {isShown ? "Hide" : "Show"} text
        </Button>
        {isTaken !== null && (
          <Button look="quiet" aria-label={`Edit ${title}`} onClick={() => setEditing(true)}>
            Edit
          </Button>
        )}
      </div>
      {edit && edit.version !== spec.version && isTaken !== null && (
        <div role="status" className="mt-1 flex flex-wrap items-center gap-2 text-note text-warn">
          The agent has replaced this spec since you edited it.
          <Button onClick={() => onEdit(Object.assign({}, edit, { version: spec.version }))}>
            Keep mine
          </Button>
          <Button onClick={() => onEdit(undefined)}>Take the agent's</Button>
        </div>
      )}
      {needs.length > 0 && (
        <p className="mt-1 text-note break-words text-ink-2">
          Needs{" "}
          {needs.map(({ name, isOut }, index) => (
            <span key={index.toString()} className={isOut ? "text-warn" : undefined}>
              {index > 0 && ", "}
              {name}
              {isOut && " (left out)"}
            </span>
          ))}
        </p>
      )}
      {reasons.length > 0 && (
        <ul aria-label={`What ${title} lacks`} className="mt-1 list-disc pl-5 text-note text-ink-2">
          {reasons.map(({ text }, index) => (
            <li key={index.toString()}>{text}</li>
          ))}
        </ul>
      )}
      {unseen.length > 0 && (
        <p className="mt-1 text-note break-words text-warn">
          Stands in nothing that was read: {unseen.join(", ")}
        </p>
      )}
      {isShown && (
        <div className="mt-2 rounded-md bg-sunk px-3 py-2">
          <Markdown text={content} isNote />
        </div>
      )}
      <ProposedCriteria params={params} title={title} content={content} proposed={spec} />
      {isEditing && (
        <EditSpec
          value={{ title, content, effort }}
          onSave={(changed) => {
            onEdit(Object.assign({ version: spec.version }, changed));
            setEditing(false);
          }}
          onClose={() => setEditing(false)}
        />
      )}
    </li>
  );
}
