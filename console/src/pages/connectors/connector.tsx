import { type Connector, listConnectors, listMcpServers } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { readAll } from "../../api/read.ts";
import { Loaded } from "../../components/page/loaded.tsx";
import { NotFound } from "../../components/page/not-found.tsx";
import { Page } from "../../components/page/page.tsx";
import { type Scope, useScope } from "../../planning/scope/scope.ts";
import { ScopeCrumbs } from "../../planning/scope/scope-crumbs.tsx";
import { OAuthResult } from "../../planning/trackers/oauth-result.tsx";
import { useIsOwner, useWorkspace } from "../../session/workspace.ts";
import { Connection } from "./connection.tsx";
import { ConnectorState } from "./connector-state.tsx";
import { Server } from "./server.tsx";
import { Tools } from "./tools.tsx";

/** A connector's connection and tools, by scope. */
export default function ConnectorPage() {
  const scope = useScope();
  const { connectorId } = useParams({ strict: false });
  const connectors = useQuery(readAll(listConnectors, {}, "connectors"));
  return (
    <Loaded query={connectors}>
      {(all) => {
        const connector = all.find(({ id }) => id === connectorId);
        return connector ? <LoadedConnector scope={scope} connector={connector} /> : <NotFound />;
      }}
    </Loaded>
  );
}

function LoadedConnector({ scope, connector }: { scope: Scope; connector: Connector }) {
  const { id, label, description, connectScope } = connector;
  const isOwner = useIsOwner();
  const isMember = useWorkspace().role !== "VIEWER";
  const isProject = scope.kind === "project";
  const isOwn = id.startsWith("x_");
  const servers = useQuery({ ...readAll(listMcpServers, {}, "servers"), enabled: isOwn && !isProject });
  const server = servers.data?.find(({ connectorId }) => connectorId === id);
  const list: string = `${scope.path}/connectors`;
  return (
    <Page
      title={label}
      crumbs={[
        <ScopeCrumbs key="scope" scope={scope} />,
        <Link key="connectors" to={list} className="hover:text-ink">
          Connectors
        </Link>,
      ]}
      pills={<ConnectorState connector={connector} />}
    >
      <OAuthResult />
      {description && <p className="mb-6 max-w-[70ch] text-ink-2">{description}</p>}
      {!isProject && (
        <Connection connector={connector} mayConnect={connectScope === "personal" ? isMember : isOwner} />
      )}
      {server && <Server server={server} hasAccounts={connectScope === "personal"} mayChange={isOwner} />}
      <Tools scope={scope} connector={connector} maySwitch={isProject ? isMember : isOwner} />
    </Page>
  );
}
