import type { Passkey } from "@groundplan/contract";
import { Button } from "../../../components/button.tsx";
import { Entry } from "../../../components/entry.tsx";
import { Time } from "../../../components/time.tsx";

interface Properties {
  passkey: Passkey;
  onRename: () => void;
  onRemove: () => void;
}

export function PasskeyEntry({ passkey, onRename, onRemove }: Properties) {
  const { name, createdAt, lastUsedAt } = passkey;
  return (
    <Entry
      title={name}
      about={
        <>
          <span>
            added <Time at={createdAt} />
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
        </>
      }
      actions={
        <>
          <Button look="quiet" aria-label={`Rename the passkey ${name}`} onClick={onRename}>
            Rename
          </Button>
          <Button look="quiet" aria-label={`Remove the passkey ${name}`} onClick={onRemove}>
            Remove
          </Button>
        </>
      }
    />
  );
}
