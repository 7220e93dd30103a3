import { type Invite, listInvites, resendInvite, revokeInvite } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../../api/call.ts";
import { invalidate, readAll } from "../../../api/read.ts";
import { Button } from "../../../components/button.tsx";
import { Empty } from "../../../components/empty.tsx";
import { List } from "../../../components/lists/list.tsx";
import { Confirm } from "../../../components/overlays/lazy.tsx";
import { attempt, toast } from "../../../components/overlays/toast.tsx";
import { Loaded } from "../../../components/page/loaded.tsx";
import { Section } from "../../../components/section.tsx";
import { InviteEntry } from "./invite-entry.tsx";
import { InviteLink, type Sent } from "./invite-link.tsx";

/** The invites, open ones first. */
export function Invites({ invite }: { invite: () => void }) {
  const invites = useQuery(readAll(listInvites, {}, "invites"));
  const [sent, setSent] = useState<Sent | null>(null);
  const [revoked, setRevoked] = useState<Invite | null>(null);
  const resend = async ({ id: inviteId }: Invite) => {
    setSent(await call(resendInvite, { params: { inviteId } }));
    await invalidate(listInvites);
  };
  const revoke = async ({ id: inviteId, email }: Invite) => {
    await call(revokeInvite, { params: { inviteId } });
    await invalidate(listInvites);
    toast(`The invite of ${email} is revoked.`);
  };
  return (
    <Section title="Invites">
      <Loaded query={invites}>
        {(all) =>
          all.length === 0 ? (
            <Empty
              action={<Button onClick={invite}>Send an invite</Button>}
              command="npx groundplan api POST /v1/invites -f email=grace@example.com -f role=MEMBER"
            >
              No pending invites.
            </Empty>
          ) : (
            <List label="Invites" items={openFirst(all)} keyOf={({ id }) => id}>
              {(invite) => (
                <InviteEntry
                  invite={invite}
                  onResend={() => attempt(() => resend(invite))}
                  onRevoke={() => setRevoked(invite)}
                />
              )}
            </List>
          )
        }
      </Loaded>
      {sent && <InviteLink sent={sent} onClose={() => setSent(null)} />}
      {revoked && (
        <Confirm
          title="Revoke this invite"
          action="Revoke invite"
          act={() => revoke(revoked)}
          onClose={() => setRevoked(null)}
        >
          The link that {revoked.email} has stops working.
        </Confirm>
      )}
    </Section>
  );
}

const openFirst = (invites: readonly Invite[]) =>
  invites.toSorted((a, b) => Number(b.status === "PENDING") - Number(a.status === "PENDING"));
