import { useState } from "react";
import { effortLabel } from "../../../../contract/src/planning/display-words.ts";
import { Choice, Field } from "../../components/forms/field.tsx";
import { FormDialog } from "../../components/forms/form-dialog.tsx";
import { TextField } from "../../planning/edits/text-field.tsx";
import type { SpecEdit } from "./accept-specs.ts";

interface Properties {
  value: Omit<SpecEdit, "version">;
  onSave: (value: Omit<SpecEdit, "version">) => void;
  onClose: () => void;
}

const efforts = [1, 2, 3, 4, 5];

/** Changes a proposed spec before it is accepted. */
export function EditSpec({ value, onSave, onClose }: Properties) {
  const [content, type] = useState(value.content);
  return (
    <FormDialog
      title="Edit before accepting"
      action="Keep"
      submit={async ({ title = "", effort = "" }) =>
        onSave({ title, content, effort: effort === "" ? null : Number(effort) })
      }
      onClose={onClose}
    >
      <Field label="Title" name="title" defaultValue={value.title} required />
      <TextField label="Text" name="content" text={content} onType={type} plan={null} />
      <Choice label="Effort" name="effort" defaultValue={value.effort === null ? "" : String(value.effort)}>
        <option value="">Not estimated</option>
        {efforts.map((grade) => (
          <option key={grade} value={grade}>
            {grade} · {effortLabel(grade)}
          </option>
        ))}
      </Choice>
    </FormDialog>
  );
}
