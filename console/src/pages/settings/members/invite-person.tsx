import { createInvite, listInvites } from "@groundplan/contract";
import { useState } from "react";
import { call } from "../../../api/call.ts";
import { invalidate } from "../../../api/read.ts";
import { Field } from "../../../components/forms/field.tsx";
import { FormDialog } from "../../../components/forms/form-dialog.tsx";
import { InviteLink, type Sent } from "./invite-link.tsx";
import { RoleChoice, roleOf } from "./role-choice.tsx";

export function InvitePerson({ onClose }: { onClose: () => void }) {
  const [sent, setSent] = useState<Sent | null>(null);
  if (sent) return <InviteLink sent={sent} onClose={onClose} />;
  const submit = async ({ email = "", ...typed }: Record<string, string>) => {
    setSent(await call(createInvite, { body: { email, role: roleOf(typed) } }));
    await invalidate(listInvites);
  };
  return (
    <FormDialog
      title="Invite a member"
      says="They join with a link that works once, for this address only."
      submit={submit}
      action="Invite"
      onClose={onClose}
    >
      <Field label="E-mail" name="email" type="email" autoComplete="off" required />
      <RoleChoice chosen="MEMBER" />
    </FormDialog>
  );
}
