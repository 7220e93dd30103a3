import { type createApiKey, listApiKeys, type Reply, revokeApiKey } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { call } from "../../../api/call.ts";
import { invalidate, readAll } from "../../../api/read.ts";
import { Button, buttonClass } from "../../../components/button.tsx";
import { Empty } from "../../../components/empty.tsx";
import { List } from "../../../components/lists/list.tsx";
import { Confirm } from "../../../components/overlays/lazy.tsx";
import { toast } from "../../../components/overlays/toast.tsx";
import { Loaded } from "../../../components/page/loaded.tsx";
import { Page } from "../../../components/page/page.tsx";
import { CreateKey } from "./create-key.tsx";
import { type ApiKey, KeyEntry } from "./key-entry.tsx";
import { NewKey } from "./new-key.tsx";

/** The user's own API keys in this workspace. */
export default function Keys() {
  const keys = useQuery(readAll(listApiKeys, {}, "keys"));
  const [isCreating, create] = useState(false);
  // Held only here, so that the secret goes with the page.
  const [created, setCreated] = useState<Reply<typeof createApiKey> | null>(null);
  const [revoked, setRevoked] = useState<ApiKey | null>(null);
  const revoke = async ({ id: keyId, name }: ApiKey) => {
    await call(revokeApiKey, { params: { keyId } });
    if (created?.key.id === keyId) setCreated(null);
    await invalidate(listApiKeys);
    toast(`The key ${name} is revoked.`);
  };
  const button = (
    <Button look="primary" onClick={() => create(true)}>
      Create a key
    </Button>
  );
  return (
    <Page
      title="API keys"
      actions={
        <>
          <Link to="/settings/agents" className={buttonClass()}>
            Connect an agent
          </Link>
          {button}
        </>
      }
    >
      {created && <NewKey created={created} onClose={() => setCreated(null)} />}
      <Loaded query={keys}>
        {(all) =>
          all.length === 0 ? (
            <Empty
              action={<Button onClick={() => create(true)}>Create the first key</Button>}
              command="npx groundplan login"
            >
              No keys yet. With a key, a script or an agent acts as you in this workspace. The command line
              doesn't need one: you sign in.
            </Empty>
          ) : (
            <List label="API keys" items={workingFirst(all)} keyOf={({ id }) => id}>
              {(key) => <KeyEntry apiKey={key} onRevoke={() => setRevoked(key)} />}
            </List>
          )
        }
      </Loaded>
      {isCreating && <CreateKey onCreated={setCreated} onClose={() => create(false)} />}
      {revoked && (
        <Confirm
          title={`Revoke the key ${revoked.name}`}
          action="Revoke key"
          act={() => revoke(revoked)}
          onClose={() => setRevoked(null)}
        >
          Programs that use it lose access at once. This can't be undone.
        </Confirm>
      )}
    </Page>
  );
}

const workingFirst = (keys: readonly ApiKey[]) =>
  keys.toSorted((a, b) => Number(a.revokedAt !== null) - Number(b.revokedAt !== null));
