import type { Spec } from "@groundplan/contract";
import { make } from "../../api/edit.ts";
import { keepTyped } from "../../api/keep-typed.ts";
import { keepUnsent, unsentOf } from "../../api/unsent-text.ts";
import { Field } from "../../parts/field.tsx";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { editSpec } from "./spec-edits.ts";
import type { PlanParams } from "./spec-params.ts";

interface Properties {
  params: PlanParams;
  spec: Spec;
  onClose: () => void;
}

/** Gives a spec another title, which shows at once. One that was refused is there when it is opened again. */
export function RenameSpec({ params, spec, onClose }: Properties) {
  const place = `the title of ${spec.id}`;
  const leave = () => {
    keepUnsent(place, undefined);
    onClose();
  };
  const submit = async ({ title = "" }: Record<string, string>) => {
    const typed = title.trim();
    if (typed === "" || typed === spec.title) return leave();
    onClose();
    await make(keepTyped(place, typed, editSpec(params, spec, { title: typed })));
  };
  return (
    <FormDialog title={`The title of ${spec.shortId}`} submit={submit} action="Rename" onClose={leave}>
      <Field
        label="Title"
        name="title"
        defaultValue={unsentOf(place) ?? spec.title}
        autoComplete="off"
        required
      />
    </FormDialog>
  );
}
