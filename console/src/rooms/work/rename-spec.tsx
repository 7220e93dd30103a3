import type { Spec } from "@groundplan/contract";
import { make } from "../../api/edit.ts";
import { Field } from "../../parts/field.tsx";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { editSpec } from "./spec-edits.ts";
import type { PlanParams } from "./spec-params.ts";

interface Properties {
  params: PlanParams;
  spec: Spec;
  onClose: () => void;
}

/** Gives a spec another title, which shows at once. */
export function RenameSpec({ params, spec, onClose }: Properties) {
  const submit = async ({ title = "" }: Record<string, string>) => {
    onClose();
    const typed = title.trim();
    if (typed !== "" && typed !== spec.title) await make(editSpec(params, spec, { title: typed }));
  };
  return (
    <FormDialog title={`The title of ${spec.shortId}`} submit={submit} action="Rename" onClose={onClose}>
      <Field label="Title" name="title" defaultValue={spec.title} autoComplete="off" required />
    </FormDialog>
  );
}
