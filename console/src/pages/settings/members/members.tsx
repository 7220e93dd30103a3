import { listMembers } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { readAll } from "../../../api/read.ts";
import { Button } from "../../../components/button.tsx";
import { List } from "../../../components/lists/list.tsx";
import { Loaded } from "../../../components/page/loaded.tsx";
import { Page } from "../../../components/page/page.tsx";
import { Section } from "../../../components/section.tsx";
import { useIsOwner } from "../../../session/workspace.ts";
import { InvitePerson } from "./invite-person.tsx";
import { Invites } from "./invites.tsx";
import { MemberEntry } from "./member-entry.tsx";

/** The workspace's members and, for owners, its invites. */
export default function Members() {
  const members = useQuery(readAll(listMembers, {}, "members"));
  const isOwner = useIsOwner();
  const [isInviting, invite] = useState(false);
  return (
    <Page
      title="Members"
      actions={
        isOwner && (
          <Button look="primary" onClick={() => invite(true)}>
            Invite a member
          </Button>
        )
      }
    >
      <div className="mb-9">
        <Loaded query={members}>
          {(all) => (
            <List label="Members" items={all} keyOf={({ userId }) => userId}>
              {(member) => <MemberEntry member={member} members={all} />}
            </List>
          )}
        </Loaded>
      </div>
      {isOwner ? (
        <Invites invite={() => invite(true)} />
      ) : (
        <Section title="Invites">
          <p className="text-ink-2">Owners invite members and change roles.</p>
        </Section>
      )}
      {isInviting && <InvitePerson onClose={() => invite(false)} />}
    </Page>
  );
}
