import { createSpec, listSpecs } from "@groundplan/contract";
import { call } from "../../api/call.ts";
import { forget } from "../../api/read.ts";
import { Button } from "../../parts/button.tsx";
import { Field } from "../../parts/field.tsx";
import { Form } from "../../parts/form.tsx";
import { Dialog } from "../../parts/lazy.tsx";
import { toast } from "../../parts/toast.tsx";
import type { PlanParams } from "./spec-params.ts";

/** Adds a spec to a plan, at its end. */
export function CreateSpec({ params, onClose }: { params: PlanParams; onClose: () => void }) {
  const submit = async ({ title = "" }: Record<string, string>) => {
    const { spec } = await call(createSpec, { params, body: { title } });
    onClose();
    toast(`${spec.shortId} is there.`);
    await forget(listSpecs);
  };
  return (
    <Dialog title="Add a spec" says="A spec says what is to be built. Its text comes next." onClose={onClose}>
      <Form submit={submit} action="Add spec" beside={<Button onClick={onClose}>Cancel</Button>}>
        <Field label="Title" name="title" autoComplete="off" required />
      </Form>
    </Dialog>
  );
}
