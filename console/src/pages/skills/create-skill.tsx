import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { call } from "../../api/call.ts";
import { invalidate } from "../../api/read.ts";
import { Field } from "../../components/forms/field.tsx";
import { FormDialog } from "../../components/forms/form-dialog.tsx";
import { TextField } from "../../planning/edits/text-field.tsx";
import type { Scope } from "../../planning/scope/scope.ts";
import { skillReads, skillsAt } from "./endpoints.ts";

export function CreateSkill({ scope, onClose }: { scope: Scope; onClose: () => void }) {
  const navigate = useNavigate();
  const [typed, type] = useState("");
  const submit = async ({ slug = "", description = "", text = "" }) => {
    const name = slug.trim();
    // A JSON string is valid YAML, which escapes any text.
    const markdown = `---\nname: ${name}\ndescription: ${JSON.stringify(description.trim())}\n---\n\n${text.trim()}\n`;
    await call(skillsAt(scope).put, { params: { ...scope.params, slug: name }, body: { markdown } });
    await invalidate(...skillReads);
    onClose();
    await navigate({ to: `${scope.path}/skills/${name}` as string });
  };
  return (
    <FormDialog
      title="Write a skill"
      says="A skill teaches agents one way of working, such as how you split a plan."
      submit={submit}
      action="Save skill"
      onClose={onClose}
    >
      <Field
        label="Name"
        name="slug"
        autoComplete="off"
        hint="Lowercase letters, digits and hyphens. A skill with the same name at another level is replaced here."
        required
      />
      <Field
        label="Description"
        name="description"
        autoComplete="off"
        hint="What it does and when to use it. Agents choose skills by this text."
        required
      />
      <TextField label="Text" name="text" text={typed} onType={type} plan={null} />
    </FormDialog>
  );
}
