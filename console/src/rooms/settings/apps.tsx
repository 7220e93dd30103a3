import { listOAuthConnections, type Reply, removeOAuthConnection } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { call } from "../../api/call.ts";
import { forget, readAll } from "../../api/read.ts";
import { Button, buttonClass } from "../../parts/button.tsx";
import { Empty } from "../../parts/empty.tsx";
import { Entry } from "../../parts/entry.tsx";
import { Confirm } from "../../parts/lazy.tsx";
import { List } from "../../parts/list.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { Page } from "../../parts/page.tsx";
import { Pill } from "../../parts/pill.tsx";
import { wordOf } from "../../parts/status.tsx";
import { Time } from "../../parts/time.tsx";
import { toast } from "../../parts/toast.tsx";

type Connection = Reply<typeof listOAuthConnections>["connections"][number];

/** Apps with access to this workspace as the user. */
export default function Apps() {
  const connections = useQuery(readAll(listOAuthConnections, {}, "connections"));
  const [ended, setEnded] = useState<Connection | null>(null);
  const disconnect = async ({ id: connectionId, clientName }: Connection) => {
    await call(removeOAuthConnection, { params: { connectionId } });
    await forget(listOAuthConnections);
    toast(`${clientName} is disconnected.`);
  };
  return (
    <Page title="Connected apps">
      <Loaded query={connections}>
        {(all) =>
          all.length === 0 ? (
            <Empty
              action={
                <Link to="/api" className={buttonClass()}>
                  See how programs call the service
                </Link>
              }
              command="npx groundplan login"
            >
              Apps that you let in are listed here, until you disconnect them. The command line is one.
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
          It is refused from its next request on. To come back, it has to ask you again.
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
          let in <Time at={app.createdAt} />
        </span>
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
