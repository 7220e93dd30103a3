import type { Connector } from "@groundplan/contract";
import { Pill } from "../../components/pill.tsx";

export function ConnectorState({ connector }: { connector: Connector }) {
  const { connection, tools, connectScope } = connector;
  if (!tools.enabled) return <Pill>Off</Pill>;
  if (!connection.connected) return <Pill>Not connected</Pill>;
  if (connection.scope === "workspace" && connection.account)
    return <Pill tone="good">Connected as {connection.account}</Pill>;
  if (connection.scope === "personal")
    return (
      <Pill tone="good">
        {connection.grants.length === 1
          ? "1 account of yours"
          : `${connection.grants.length} of your accounts`}
      </Pill>
    );
  return <Pill tone="good">{connectScope === "workspace" ? "Ready for everyone" : "Connected"}</Pill>;
}
