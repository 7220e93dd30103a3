import { createProject, listProjects } from "@groundplan/contract";
import { useNavigate } from "@tanstack/react-router";
import { call } from "../../api/call.ts";
import { forget } from "../../api/read.ts";
import { Button } from "../../parts/button.tsx";
import { Field } from "../../parts/field.tsx";
import { Form } from "../../parts/form.tsx";
import { Dialog } from "../../parts/lazy.tsx";

/** Creates a project, and goes there. */
export function CreateProject({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const submit = async ({ name = "" }: Record<string, string>) => {
    const { project } = await call(createProject, { body: { name } });
    void forget(listProjects);
    onClose();
    await navigate({ to: "/projects/$projectSlug", params: { projectSlug: project.slug ?? project.id } });
  };
  return (
    <Dialog
      title="A new project"
      says="A project holds plans, and says where they are pushed."
      onClose={onClose}
    >
      <Form submit={submit} action="Create project" beside={<Button onClick={onClose}>Cancel</Button>}>
        <Field label="Name" name="name" autoComplete="off" required />
      </Form>
    </Dialog>
  );
}
