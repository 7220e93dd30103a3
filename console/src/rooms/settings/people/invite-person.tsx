import { createInvite, listInvites } from "@groundplan/contract";
import { useState } from "react";
import { call } from "../../../api/call.ts";
import { forget } from "../../../api/read.ts";
import { Button } from "../../../parts/button.tsx";
import { Field } from "../../../parts/field.tsx";
import { Form } from "../../../parts/form.tsx";
import { Dialog } from "../../../parts/lazy.tsx";
import { InviteLink, type Sent } from "./invite-link.tsx";
import { RoleChoice, roleOf } from "./role-choice.tsx";

/** Invites a person, and shows the link for them. */
export function InvitePerson({ onClose }: { onClose: () => void }) {
  const [sent, setSent] = useState<Sent | null>(null);
  if (sent) return <InviteLink sent={sent} onClose={onClose} />;
  const submit = async ({ email = "", ...typed }: Record<string, string>) => {
    setSent(await call(createInvite, { body: { email, role: roleOf(typed) } }));
    await forget(listInvites);
  };
  return (
    <Dialog
      title="Invite a person"
      says="They get in by a link that works for this address only, once."
      onClose={onClose}
    >
      <Form submit={submit} action="Invite" beside={<Button onClick={onClose}>Cancel</Button>}>
        <Field label="E-mail" name="email" type="email" autoComplete="off" required />
        <RoleChoice chosen="MEMBER" />
      </Form>
    </Dialog>
  );
}
