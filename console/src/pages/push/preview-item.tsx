import type { PushResult, Spec, SpecStatus } from "@groundplan/contract";
import { Button } from "../../components/button.tsx";
import { Entry } from "../../components/entry.tsx";
import { OutsideLink } from "../../components/outside-link.tsx";
import { Pill, type Tone } from "../../components/pill.tsx";
import { wordOf } from "../../components/status.tsx";
import { sendEdits } from "../../edits/edit.ts";
import { editSpec } from "../../planning/edits/spec-edits.ts";
import type { PlanParams } from "../../planning/params.ts";
import { NamedPlans } from "../../planning/plans/named-plans.tsx";
import { type FieldChange, FieldLine } from "./field-change.tsx";
import { ItemName } from "./item-name.tsx";
import { inOurWords } from "./words.ts";

export type Preview = NonNullable<PushResult["preview"]>[number];

const tones: Record<Preview["action"], Tone> = {
  create: "good",
  recreate: "good",
  update: "accent",
  link: "plain",
  unlink: "plain",
  skip: "plain",
  release: "plain",
  conflict: "warn",
  gone: "warn",
};

interface Properties {
  params: PlanParams;
  item: Preview;
  title: string | undefined;
  /** The spec, if it belongs to the pushed plan. */
  spec: Spec | undefined;
  /** Pushes this spec alone, overwriting these fields in the tracker. */
  overwrite: ((specShortId: string, fields: FieldChange["field"][]) => void) | null;
}

/** Offers a choice at conflicts. */
export function PreviewItem({ params, item, title, spec, overwrite }: Properties) {
  const { action, changes = [], externalKey, url, reason, specShortId } = item;
  const inConflict = changes.filter(({ conflict }) => conflict).map(({ field }) => field);
  const write = (some: FieldChange["field"][]) =>
    spec && specShortId !== undefined && overwrite ? () => overwrite(specShortId, some) : null;
  const writeAll = inConflict.length > 1 ? write(inConflict) : null;
  const take = (change: FieldChange) => {
    const changed = spec && takenFrom(change);
    return changed ? () => void sendEdits(editSpec(params, spec, changed)) : null;
  };
  return (
    <Entry
      title={<ItemName params={params} item={item} title={title} />}
      pills={<Pill tone={tones[action]}>{wordOf(action.toUpperCase())}</Pill>}
      about={
        (reason !== undefined || changes.length > 0) && (
          <span className="grid w-full gap-1.5 py-1 text-ink-2">
            {reason !== undefined && (
              <span>
                <NamedPlans text={inOurWords(reason)} />
              </span>
            )}
            {changes.map((change) => (
              <FieldLine
                key={change.field}
                change={change}
                take={take(change)}
                write={write([change.field])}
              />
            ))}
          </span>
        )
      }
      actions={
        <>
          {externalKey !== undefined && url !== undefined && (
            <OutsideLink url={url}>{externalKey}</OutsideLink>
          )}
          {writeAll && <Button onClick={writeAll}>Write the plan's version</Button>}
        </>
      }
    />
  );
}

/** Takes the tracker's value; null for texts, of which there is only a diff. */
function takenFrom({ field, from }: FieldChange) {
  if (field === "title") return from === null ? null : { title: from };
  if (field === "status") return isStatus(from) ? { status: from } : null;
  if (field !== "effort") return null;
  const effort = from === null ? null : Number(from);
  return effort === null || (effort >= 1 && effort <= 5) ? { effort } : null;
}

const isStatus = (value: string | null): value is SpecStatus =>
  value === "TODO" || value === "IN_PROGRESS" || value === "DONE" || value === "CANCELLED";
