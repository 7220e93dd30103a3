import type { listApiKeys, Reply } from "@groundplan/contract";
import { timeThere } from "../../../base/clock.ts";
import { Button } from "../../../components/button.tsx";
import { Entry } from "../../../components/entry.tsx";
import { Pill } from "../../../components/pill.tsx";
import { wordOf } from "../../../components/status.tsx";
import { Time } from "../../../components/time.tsx";

export type ApiKey = Reply<typeof listApiKeys>["keys"][number];

export function KeyEntry({ apiKey, onRevoke }: { apiKey: ApiKey; onRevoke: () => void }) {
  const { name, prefix, scope, createdAt, lastUsedAt, expiresAt, revokedAt } = apiKey;
  const isPast = expiresAt !== null && Date.parse(expiresAt) < timeThere();
  return (
    <Entry
      title={name}
      pills={
        <>
          <Pill>{wordOf(scope.toUpperCase())}</Pill>
          {revokedAt ? <Pill tone="bad">Revoked</Pill> : isPast && <Pill tone="warn">Expired</Pill>}
        </>
      }
      about={
        <>
          <code className="font-mono text-small">{prefix}…</code>
          <span>
            created <Time at={createdAt} />
          </span>
          <span>
            {lastUsedAt ? (
              <>
                used <Time at={lastUsedAt} />
              </>
            ) : (
              "never used"
            )}
          </span>
          {expiresAt && !revokedAt && (
            <span>
              {isPast ? "ended" : "ends"} <Time at={expiresAt} />
            </span>
          )}
        </>
      }
      actions={
        !revokedAt &&
        !isPast && (
          <Button look="quiet" aria-label={`Revoke the key ${name}`} onClick={onRevoke}>
            Revoke
          </Button>
        )
      }
    />
  );
}
