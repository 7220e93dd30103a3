import {
  type FieldValues,
  getProjectTracker,
  pushPlan,
  type Reply,
  setProjectTracker,
} from "@groundplan/contract";
import { useState } from "react";
import { call } from "../../api/call.ts";
import { invalidate } from "../../api/read.ts";
import { Button } from "../../components/button.tsx";
import { Form } from "../../components/forms/form.tsx";
import { toast } from "../../components/overlays/toast.tsx";
import { focusMain } from "../../components/page/main.tsx";
import { FieldInput } from "./field-input.tsx";
import { typedValues, valueText } from "./field-values.ts";

type Tracker = Reply<typeof getProjectTracker>["tracker"];

interface Properties {
  projectSlug: string;
  tracker: Tracker;
  mayWrite: boolean;
}

/** Fields required of new issues; a push fails without values. */
export function IssueFields({ projectSlug, tracker, mayWrite }: Properties) {
  const [isEditing, edit] = useState(false);
  const { requiredFields = [] } = tracker;
  if (requiredFields.length === 0) return null;
  if (isEditing)
    return <EditFields projectSlug={projectSlug} tracker={tracker} onClose={() => edit(false)} />;
  const isLacking = requiredFields.some(({ value }) => value === undefined);
  return (
    <div className="mt-3 grid justify-items-start gap-2">
      <p>Each new issue gets these values{isLacking && ". Pushes fail until all of them are set"}.</p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        {requiredFields.map((field) => (
          <div key={field.id} className="contents">
            <dt className="text-ink-2">{field.name}</dt>
            <dd>{valueText(field) ?? <span className="text-bad">No value</span>}</dd>
          </div>
        ))}
      </dl>
      {mayWrite && <Button onClick={() => edit(true)}>{isLacking ? "Set values" : "Change values"}</Button>}
    </div>
  );
}

function EditFields({
  projectSlug,
  tracker,
  onClose,
}: Omit<Properties, "mayWrite"> & { onClose: () => void }) {
  const { provider, target, requiredFields = [] } = tracker;
  if (provider === null || target === null) return null;
  const submit = async (typed: Record<string, string>) => {
    // Values of fields not required now are kept.
    const given = (tracker.fields ?? {}) as FieldValues;
    const others = Object.entries(given).filter(([id]) => !requiredFields.some((field) => field.id === id));
    const fields = { ...Object.fromEntries(others), ...typedValues(requiredFields, typed) };
    await call(setProjectTracker, { params: { projectSlug }, body: { provider, target, fields } });
    await invalidate(getProjectTracker, pushPlan);
    toast("New issues now get these values.");
    onClose();
    focusMain();
  };
  return (
    <div className="mt-3 w-full max-w-md">
      <Form submit={submit} action="Save values" beside={<Button onClick={onClose}>Cancel</Button>}>
        {requiredFields.map((field) => (
          <FieldInput key={field.id} field={field} />
        ))}
      </Form>
    </div>
  );
}
