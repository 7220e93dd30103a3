import type { Invite } from "@groundplan/contract";
import { timeThere } from "../../../base/clock.ts";
import { Button } from "../../../components/button.tsx";
import { Entry } from "../../../components/entry.tsx";
import { Pill, type Tone } from "../../../components/pill.tsx";
import { wordOf } from "../../../components/status.tsx";
import { Time } from "../../../components/time.tsx";

interface Properties {
  invite: Invite;
  onResend: () => void;
  onRevoke: () => void;
}

const tones: Record<Invite["status"], Tone> = { PENDING: "accent", ACCEPTED: "good", REVOKED: "plain" };

export function InviteEntry({ invite, onResend, onRevoke }: Properties) {
  const { email, role, status, createdAt, expiresAt, mailError } = invite;
  const isOpen = status === "PENDING";
  const isPast = isOpen && expiresAt !== null && Date.parse(expiresAt) < timeThere();
  return (
    <Entry
      title={email}
      pills={
        <>
          <Pill>{wordOf(role)}</Pill>
          <Pill tone={isPast ? "warn" : tones[status]}>{isPast ? "Expired" : wordOf(status)}</Pill>
        </>
      }
      about={
        <>
          <span>
            invited <Time at={createdAt} />
          </span>
          {isOpen && expiresAt && (
            <span>
              {isPast ? "ended" : "ends"} <Time at={expiresAt} />
            </span>
          )}
          {mailError && <span className="text-bad">Not mailed. {mailError}</span>}
        </>
      }
      actions={
        isOpen && (
          <>
            <Button look="quiet" aria-label={`New link for ${email}`} onClick={onResend}>
              New link
            </Button>
            <Button look="quiet" aria-label={`Revoke the invite of ${email}`} onClick={onRevoke}>
              Revoke
            </Button>
          </>
        )
      }
    />
  );
}
