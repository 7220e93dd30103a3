import { deleteShare, listShares, putShare, type Share } from "@groundplan/contract";
import { call } from "../../../api/call.ts";
import { invalidate } from "../../../api/read.ts";
import { Button } from "../../../components/button.tsx";
import { Entry } from "../../../components/entry.tsx";
import { attempt, toast } from "../../../components/overlays/toast.tsx";
import { Pill } from "../../../components/pill.tsx";
import type { PlanParams } from "../../params.ts";

interface Properties {
  params: PlanParams;
  share: Share;
  mayDecide: boolean;
}

const says = { READ: "can read", EDIT: "can edit" };

export function ShareEntry({ params, share, mayDecide }: Properties) {
  const { userId, name, email, capability, effective } = share;
  const shareParams = { ...params, userId };
  const end = async () => {
    await call(deleteShare, { params: shareParams });
    await invalidate(listShares);
    toast(`The plan is no longer shared with ${name}.`, async () => {
      await call(putShare, { params: shareParams, body: { capability } });
      await invalidate(listShares);
    });
  };
  return (
    <Entry
      title={name}
      pills={<Pill>{says[effective]}</Pill>}
      about={email}
      actions={
        mayDecide && (
          <Button look="quiet" aria-label={`Remove ${name}`} onClick={() => attempt(end)}>
            Remove
          </Button>
        )
      }
    />
  );
}
