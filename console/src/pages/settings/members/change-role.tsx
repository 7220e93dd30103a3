import { listMembers, type Member, updateMember } from "@groundplan/contract";
import { call } from "../../../api/call.ts";
import { invalidate } from "../../../api/read.ts";
import { FormDialog } from "../../../components/forms/form-dialog.tsx";
import { toast } from "../../../components/overlays/toast.tsx";
import { wordOf } from "../../../components/status.tsx";
import { renewSession } from "../../../session/session.ts";
import { type Role, RoleChoice, roleOf } from "./role-choice.tsx";

interface Properties {
  member: Member;
  isMe: boolean;
  onClose: () => void;
}

export function ChangeRole({ member: { userId, name, role }, isMe, onClose }: Properties) {
  const give = async (given: Role) => {
    await call(updateMember, { params: { userId }, body: { role: given } });
    if (isMe) await renewSession();
    await invalidate(listMembers);
  };
  const submit = async (typed: Record<string, string>) => {
    const chosen = roleOf(typed);
    await give(chosen);
    // Users may lack the right to undo their own demotion.
    toast(`${name} is now: ${wordOf(chosen)}.`, isMe || chosen === role ? undefined : () => give(role));
    onClose();
  };
  return (
    <FormDialog
      title={`The role of ${name}`}
      says={isMe ? "This is your own role." : "It applies at once, including to apps and keys."}
      submit={submit}
      action="Change role"
      onClose={onClose}
    >
      <RoleChoice chosen={role} />
    </FormDialog>
  );
}
