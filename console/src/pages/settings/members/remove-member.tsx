import { listMembers, type Member, removeMember } from "@groundplan/contract";
import { useState } from "react";
import { ApiError } from "../../../../../client/src/errors.ts";
import { call } from "../../../api/call.ts";
import { invalidate } from "../../../api/read.ts";
import { Confirm } from "../../../components/overlays/lazy.tsx";
import { toast } from "../../../components/overlays/toast.tsx";
import { renewSession } from "../../../session/session.ts";
import { HandPlansOver } from "./hand-plans-over.tsx";

interface Properties {
  member: Member;
  members: readonly Member[];
  isMe: boolean;
  onClose: () => void;
}

/** Asks who takes over their plans, if any. */
export function RemoveMember({ member: { userId, name }, members, isMe, onClose }: Properties) {
  const [ownsPlans, setOwnsPlans] = useState(false);
  const remove = async (transferPlansTo?: string) => {
    const query = transferPlansTo === undefined ? {} : { transferPlansTo };
    await call(removeMember, { params: { userId }, query });
    toast(isMe ? "You have left the workspace." : `${name} is removed.`);
    await (isMe ? renewSession() : invalidate(listMembers));
  };
  const action = isMe ? "Leave the workspace" : `Remove ${name}`;
  if (ownsPlans) {
    const heirs = members.filter((one) => one.userId !== userId && one.role !== "VIEWER");
    return <HandPlansOver {...{ action, isMe, name, heirs, remove, onClose }} />;
  }
  const removeFirst = async () => {
    try {
      await remove();
    } catch (refusal) {
      if (!(refusal instanceof ApiError && refusal.code === "owns_plans")) throw refusal;
      setOwnsPlans(true);
      return false;
    }
    return true;
  };
  return (
    <Confirm
      title={isMe ? "Leave this workspace" : `Remove ${name} from this workspace`}
      action={action}
      act={removeFirst}
      onClose={onClose}
    >
      {isMe
        ? "Your keys, apps and shares here end at once; read links that you made stay. To rejoin, you need an invite."
        : "Their keys, apps and shares here end at once. Their work stays, and read links that they made: who owns a plan finds them in its share dialog."}
    </Confirm>
  );
}
