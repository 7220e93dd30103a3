import {
  type Connector,
  disconnectConnector,
  listConnectors,
  listMembers,
  removeGrant,
} from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../api/call.ts";
import { invalidate, readAll } from "../../api/read.ts";
import { Button } from "../../components/button.tsx";
import { Entry } from "../../components/entry.tsx";
import { Confirm } from "../../components/overlays/lazy.tsx";
import { toast } from "../../components/overlays/toast.tsx";
import { Section } from "../../components/section.tsx";
import { Time } from "../../components/time.tsx";
import { Connect } from "../../planning/trackers/connect.tsx";
import { Webhook } from "./webhook.tsx";

interface Properties {
  connector: Connector;
  mayConnect: boolean;
}

/** The workspace's connection, or the user's own accounts. */
export function Connection({ connector, mayConnect }: Properties) {
  return connector.connection.scope === "personal" ? (
    <Grants connector={connector} mayConnect={mayConnect} grants={connector.connection} />
  ) : (
    <OfWorkspace connector={connector} mayConnect={mayConnect} connection={connector.connection} />
  );
}

type Of<Scope> = Extract<Connector["connection"], { scope: Scope }>;

function OfWorkspace({ connector, mayConnect, connection }: Properties & { connection: Of<"workspace"> }) {
  const { id: connectorId, label, kind } = connector;
  const { connected, account, keyHint, connectedBy, connectedAt } = connection;
  const [isEnding, end] = useState(false);
  const { data: members } = useQuery(readAll(listMembers, {}, "members"));
  const connectedByName = members?.find(({ userId }) => userId === connectedBy)?.name;
  const disconnect = async () => {
    await call(disconnectConnector, { params: { connectorId } });
    await invalidate(listConnectors);
    toast(`${label} is disconnected.`);
  };
  if (kind === "mcp")
    return connected ? null : (
      <div className="mb-6 flex flex-wrap items-center gap-3">
        <p className="text-warn">Its token is lost, so it can't be used. Enter it again.</p>
        {mayConnect && <Connect connector={connector} />}
      </div>
    );
  return (
    <>
      <Section
        title="Connection"
        says="One connection for the whole workspace."
        actions={mayConnect && !connected && <Connect connector={connector} />}
      >
        {connected ? (
          <Entry
            title={account ?? label}
            about={
              <>
                {keyHint && <span>key {keyHint}</span>}
                {connectedAt && (
                  <span>
                    connected <Time at={connectedAt} />
                    {connectedByName && ` by ${connectedByName}`}
                  </span>
                )}
              </>
            }
            actions={
              mayConnect && (
                <>
                  {connector.auth.acceptsApiKey && <Connect connector={connector} look="quiet" />}
                  <Button look="quiet" aria-label={`Disconnect ${label}`} onClick={() => end(true)}>
                    Disconnect
                  </Button>
                </>
              )
            }
          />
        ) : (
          <p className="text-ink-2">
            {mayConnect ? "Not connected." : "Not connected. A workspace owner can connect it."}
          </p>
        )}
        {isEnding && (
          <Confirm
            title={`Disconnect ${label}`}
            action="Disconnect"
            act={disconnect}
            onClose={() => end(false)}
          >
            Pushes to it stop and its key is deleted. Issues that were already pushed stay in the tracker.
          </Confirm>
        )}
      </Section>
      {connected && mayConnect && <Webhook connector={connector} />}
    </>
  );
}

function Grants({
  connector,
  mayConnect,
  grants: { grants, maxGrants },
}: Properties & { grants: Of<"personal"> }) {
  const { id: connectorId, label } = connector;
  const isOn = connector.tools.enabled;
  const [removed, remove] = useState<(typeof grants)[number] | null>(null);
  const end = async ({ id: grantId }: (typeof grants)[number]) => {
    await call(removeGrant, { params: { connectorId, grantId } });
    await invalidate(listConnectors);
    toast("The account is removed.");
  };
  return (
    <Section
      title="Your accounts"
      says={`Each member connects their own accounts, at most ${maxGrants}. Agents use them only on your behalf.`}
      actions={mayConnect && isOn && grants.length < maxGrants && <Connect connector={connector} />}
    >
      {grants.length === 0 ? (
        <p className="text-ink-2">
          {isOn
            ? "You haven't connected an account yet."
            : "It is turned off in this workspace. Turn it on to connect accounts."}
        </p>
      ) : (
        <ul aria-label="Your accounts">
          {grants.map((grant) => (
            <li key={grant.id}>
              <Entry
                title={grant.account ?? label}
                about={
                  <span>
                    connected <Time at={grant.createdAt} />
                  </span>
                }
                actions={
                  <Button
                    look="quiet"
                    aria-label={`Remove ${grant.account ?? label}`}
                    onClick={() => remove(grant)}
                  >
                    Remove
                  </Button>
                }
              />
            </li>
          ))}
        </ul>
      )}
      {removed && (
        <Confirm
          title={`Remove ${removed.account ?? label}`}
          action="Remove"
          act={() => end(removed)}
          onClose={() => remove(null)}
        >
          Agents can't use it from the next call on. To use it again, connect it again.
        </Confirm>
      )}
    </Section>
  );
}
