import { listMembers, updateProfile } from "@groundplan/contract";
import { call } from "../../../api/call.ts";
import { forget } from "../../../api/read.ts";
import { Field } from "../../../parts/field.tsx";
import { Form } from "../../../parts/form.tsx";
import { Section } from "../../../parts/section.tsx";
import { toast } from "../../../parts/toast.tsx";
import { acceptSession, useSession } from "../../../session/session.ts";

/** The person's name, which all their workspaces show. */
export function Name() {
  const { user } = useSession();
  const submit = async ({ name = "" }) => {
    const { session } = await call(updateProfile, { body: { name } });
    acceptSession(session);
    await forget(listMembers);
    toast("Your name is saved.");
  };
  return (
    <Section title="You" says={`Your address is ${user.email}.`}>
      <div className="max-w-md">
        <Form submit={submit} action="Save name">
          <Field label="Name" name="name" autoComplete="name" defaultValue={user.name} required />
        </Form>
      </div>
    </Section>
  );
}
