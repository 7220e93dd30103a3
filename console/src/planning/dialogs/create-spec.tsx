import { createSpec, listSpecs } from "@groundplan/contract";
import { call } from "../../api/call.ts";
import { invalidate } from "../../api/read.ts";
import { Field } from "../../components/forms/field.tsx";
import { FormDialog } from "../../components/forms/form-dialog.tsx";
import { wantedRow } from "../../components/lists/row-selection.ts";
import { toast } from "../../components/overlays/toast.tsx";
import type { PlanParams } from "../params.ts";

export function CreateSpec({ params, onClose }: { params: PlanParams; onClose: () => void }) {
  const submit = async ({ title = "" }: Record<string, string>) => {
    const { spec } = await call(createSpec, { params, body: { title } });
    onClose();
    toast(`${spec.shortId} is added.`);
    wantedRow.set(spec.id);
    await invalidate(listSpecs);
  };
  return (
    <FormDialog
      title="Add a spec"
      says="A spec describes what to build. You write its text next."
      submit={submit}
      action="Add spec"
      onClose={onClose}
    >
      <Field label="Title" name="title" autoComplete="off" required />
    </FormDialog>
  );
}
