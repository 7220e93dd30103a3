import type { Member } from "@groundplan/contract";
import { useState } from "react";
import { Button } from "../../../components/button.tsx";
import { Entry } from "../../../components/entry.tsx";
import { Pill } from "../../../components/pill.tsx";
import { wordOf } from "../../../components/status.tsx";
import { Time } from "../../../components/time.tsx";
import { useSession } from "../../../session/session.ts";
import { useIsOwner } from "../../../session/workspace.ts";
import { ChangeRole } from "./change-role.tsx";
import { RemoveMember } from "./remove-member.tsx";

interface Properties {
  member: Member;
  /** All members, as candidates to take over plans. */
  members: readonly Member[];
}

export function MemberEntry({ member, members }: Properties) {
  const [dialog, open] = useState<"role" | "removal" | null>(null);
  const { userId, name, email, role, joinedAt, isProven } = member;
  const isOwner = useIsOwner();
  const isMe = useSession().user.id === userId;
  const close = () => open(null);
  return (
    <>
      <Entry
        title={name}
        pills={
          <>
            <Pill>{wordOf(role)}</Pill>
            {isMe && <Pill tone="accent">You</Pill>}
            {!isProven && <Pill tone="warn">Address not verified</Pill>}
          </>
        }
        about={
          <>
            <span className="min-w-0 break-all">{email}</span>
            {joinedAt && (
              <span>
                joined <Time at={joinedAt} />
              </span>
            )}
          </>
        }
        actions={
          <>
            {isOwner && (
              <Button look="quiet" aria-label={`Change role of ${name}`} onClick={() => open("role")}>
                Change role
              </Button>
            )}
            {isMe ? (
              <Button look="quiet" onClick={() => open("removal")}>
                Leave
              </Button>
            ) : (
              isOwner && (
                <Button look="quiet" aria-label={`Remove ${name}`} onClick={() => open("removal")}>
                  Remove
                </Button>
              )
            )}
          </>
        }
      />
      {dialog === "role" && <ChangeRole member={member} isMe={isMe} onClose={close} />}
      {dialog === "removal" && <RemoveMember member={member} members={members} isMe={isMe} onClose={close} />}
    </>
  );
}
