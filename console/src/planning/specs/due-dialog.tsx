import type { Spec } from "@groundplan/contract";
import { Field } from "../../components/forms/field.tsx";
import { FormDialog } from "../../components/forms/form-dialog.tsx";
import type { Placed } from "../edits/work-edits.ts";
import { setDue } from "./work-acts.ts";

/** Asks for the due date of specs. */
export function DueDialog({ specs, onClose }: { specs: readonly Placed<Spec>[]; onClose: () => void }) {
  const [first] = specs;
  const submit = async ({ dueDate = "" }) => {
    onClose();
    await setDue(specs, dueDate);
  };
  return (
    <FormDialog title="Due date" submit={submit} action="Set due date" onClose={onClose}>
      <Field
        label="Day"
        name="dueDate"
        type="date"
        defaultValue={specs.length === 1 ? (first?.spec.dueDate ?? "") : ""}
        hint="Empty for none."
      />
    </FormDialog>
  );
}
