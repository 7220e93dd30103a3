import { createProject, listProjects } from "@groundplan/contract";
import { useNavigate } from "@tanstack/react-router";
import { call } from "../../api/call.ts";
import { invalidate } from "../../api/read.ts";
import { Field } from "../../components/forms/field.tsx";
import { FormDialog } from "../../components/forms/form-dialog.tsx";
import { stillHere } from "../still-here.ts";

export function CreateProject({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const submit = async ({ name = "" }: Record<string, string>) => {
    const isHere = stillHere();
    const { project } = await call(createProject, { body: { name } });
    void invalidate(listProjects);
    onClose();
    if (isHere())
      await navigate({ to: "/projects/$projectSlug", params: { projectSlug: project.slug ?? project.id } });
  };
  return (
    <FormDialog
      title="A new project"
      says="A project contains plans and defines where they are pushed."
      submit={submit}
      action="Create project"
      onClose={onClose}
    >
      <Field label="Name" name="name" autoComplete="off" required />
    </FormDialog>
  );
}
