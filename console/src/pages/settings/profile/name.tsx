import { listMembers, updateProfile } from "@groundplan/contract";
import { call } from "../../../api/call.ts";
import { invalidate } from "../../../api/read.ts";
import { AskingForm } from "../../../components/forms/asking-form.tsx";
import { Field } from "../../../components/forms/field.tsx";
import { toast } from "../../../components/overlays/toast.tsx";
import { Section } from "../../../components/section.tsx";
import { acceptSession, useSession } from "../../../session/session.ts";

/** The user's name, shared by all workspaces. */
export function Name() {
  const { user } = useSession();
  const save = async (name: string) => {
    const { session } = await call(updateProfile, { body: { name } });
    acceptSession(session);
    await invalidate(listMembers);
  };
  const submit = async ({ name = "" }) => {
    await save(name);
    toast("Your name is saved.", () => save(user.name));
  };
  return (
    <Section title="You" says={`Your address is ${user.email}.`}>
      <div className="max-w-md">
        <AskingForm submit={submit} action="Save name">
          <Field
            key={user.name}
            label="Name"
            name="name"
            autoComplete="name"
            defaultValue={user.name}
            required
          />
        </AskingForm>
      </div>
    </Section>
  );
}
