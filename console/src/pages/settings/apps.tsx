import { listOAuthConnections, type Reply, removeOAuthConnection } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { call } from "../../api/call.ts";
import { invalidate, readAll } from "../../api/read.ts";
import { Button, buttonClass } from "../../components/button.tsx";
import { Empty } from "../../components/empty.tsx";
import { Entry } from "../../components/entry.tsx";
import { List } from "../../components/lists/list.tsx";
import { Confirm } from "../../components/overlays/lazy.tsx";
import { toast } from "../../components/overlays/toast.tsx";
import { Loaded } from "../../components/page/loaded.tsx";
import { Page } from "../../components/page/page.tsx";
import { Pill } from "../../components/pill.tsx";
import { wordOf } from "../../components/status.tsx";
import { Time } from "../../components/time.tsx";

type Connection = Reply<typeof listOAuthConnections>["connections"][number];

/** Apps with access to this workspace as the user. */
export default function Apps() {
  const connections = useQuery(readAll(listOAuthConnections, {}, "connections"));
  const [ended, setEnded] = useState<Connection | null>(null);
  const disconnect = async ({ id: connectionId, clientName }: Connection) => {
    await call(removeOAuthConnection, { params: { connectionId } });
    await invalidate(listOAuthConnections);
    toast(`${clientName} is disconnected.`);
  };
  return (
    <Page title="Connected apps">
      <Loaded query={connections}>
        {(all) =>
          all.length === 0 ? (
            <Empty
              action={
                <Link to="/settings/agents" className={buttonClass()}>
                  Connect an agent
                </Link>
              }
              command="npx groundplan login"
            >
              No connected apps. Apps that you allow, such as agents and the command line, are listed here.
            </Empty>
          ) : (
            <List label="Connected apps" items={all} keyOf={({ id }) => id}>
              {(connection) => <AppEntry app={connection} onDisconnect={() => setEnded(connection)} />}
            </List>
          )
        }
      </Loaded>
      {ended && (
        <Confirm
          title={`Disconnect ${ended.clientName}`}
          action="Disconnect"
          act={() => disconnect(ended)}
          onClose={() => setEnded(null)}
        >
          It loses access at once. To use it again, you have to allow it again.
        </Confirm>
      )}
    </Page>
  );
}

const AppEntry = ({ app, onDisconnect }: { app: Connection; onDisconnect: () => void }) => (
  <Entry
    title={app.clientName}
    pills={<Pill>{wordOf(app.scope.toUpperCase())}</Pill>}
    about={
      <>
        <span>
          connected <Time at={app.createdAt} />
        </span>
        {app.lastUsedAt && (
          <span>
            used <Time at={app.lastUsedAt} />
          </span>
        )}
        {URL.canParse(app.clientId) && <span className="break-all">{new URL(app.clientId).host}</span>}
      </>
    }
    actions={
      <Button look="quiet" aria-label={`Disconnect ${app.clientName}`} onClick={onDisconnect}>
        Disconnect
      </Button>
    }
  />
);
