import type { PushResult } from "@groundplan/contract";
import { Button } from "../../components/button.tsx";
import { Pill } from "../../components/pill.tsx";
import { wordOf } from "../../components/status.tsx";
import { linesOfPatch } from "../../components/text/diff-lines.ts";
import { DiffLines } from "../../components/text/diff-view.tsx";

type Preview = NonNullable<PushResult["preview"]>[number];
export type FieldChange = NonNullable<Preview["changes"]>[number];

interface Properties {
  change: FieldChange;
  /** Takes the tracker's value into the plan; null if impossible. */
  take: (() => void) | null;
  /** Overwrites the tracker's value; null if impossible. */
  write: (() => void) | null;
}

/** A field that a push would write, with both values. */
export function FieldLine({ change: { field, conflict, from, to, diff }, take, write }: Properties) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-note">
        <span className="w-16 flex-none text-ink-3">{nameOf(field)}</span>
        {field !== "text" && (
          <span className="min-w-0 wrap-anywhere">
            {field !== "labels" && (
              <>
                <span className="sr-only">Tracker: </span>
                <del className="text-ink-2 decoration-line-strong">{saidThere(field, from)}</del>{" "}
                <span aria-hidden="true" className="text-ink-3">
                  →
                </span>
                <span className="sr-only">· plan:</span>{" "}
              </>
            )}
            <ins className="no-underline">{said(field, to)}</ins>
          </span>
        )}
        {field === "text" && diff === undefined && <span>Almost every line differs.</span>}
        {conflict && <Pill tone="warn">Also edited in the tracker</Pill>}
        {conflict && take && (
          <Button look="quiet" onClick={take}>
            Use the tracker's {field}
          </Button>
        )}
        {conflict && write && (
          <Button look="quiet" onClick={write}>
            Use the plan's {nameOf(field).toLowerCase()}
          </Button>
        )}
      </div>
      {diff !== undefined && <DiffLines lines={linesOfPatch(diff)} />}
    </div>
  );
}

const nameOf = (field: FieldChange["field"]) =>
  wordOf(field === "dueDate" ? "DUE_DATE" : field.toUpperCase());

/** Accounts of trackers have no names here. */
const saidThere = (field: FieldChange["field"], from: string | null) =>
  field === "assignee" && from !== null ? "somebody else" : said(field, from);

const said = (field: FieldChange["field"], value: string | null) =>
  value === null ? "nothing" : field === "status" ? wordOf(value) : value;
