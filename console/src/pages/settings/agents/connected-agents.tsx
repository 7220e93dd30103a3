import { listApiKeys, listOAuthConnections, type Scope } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { readAll } from "../../../api/read.ts";
import { timeThere } from "../../../base/clock.ts";
import { buttonClass } from "../../../components/button.tsx";
import { Empty } from "../../../components/empty.tsx";
import { Entry } from "../../../components/entry.tsx";
import { List } from "../../../components/lists/list.tsx";
import { Loaded } from "../../../components/page/loaded.tsx";
import { Pill } from "../../../components/pill.tsx";
import { Section } from "../../../components/section.tsx";
import { wordOf } from "../../../components/status.tsx";
import { Time } from "../../../components/time.tsx";

/** No event tells of a use. */
const asksAgain = { refetchInterval: 15_000 };

interface Agent {
  id: string;
  name: string;
  scope: Scope;
  kind: "App" | "Key";
  lastMcpUseAt: string | null;
}

/** The user's apps and keys that still work and have used the MCP endpoint, the latest first. */
export function ConnectedAgents() {
  const apps = useQuery({ ...readAll(listOAuthConnections, {}, "connections"), ...asksAgain });
  const keys = useQuery({ ...readAll(listApiKeys, {}, "keys"), ...asksAgain });
  return (
    <Section title="Connected agents" says="Your apps and keys that have used the MCP endpoint.">
      <Loaded query={apps}>
        {(allApps) => (
          <Loaded query={keys}>
            {(allKeys) => {
              const working = allKeys.filter(
                ({ revokedAt, expiresAt }) =>
                  revokedAt === null && (expiresAt === null || Date.parse(expiresAt) > timeThere()),
              );
              const agents = latestFirst([
                ...allApps.map(({ id, clientName: name, scope, lastMcpUseAt }): Agent => {
                  return { id, name, scope, kind: "App", lastMcpUseAt };
                }),
                ...working.map(({ id, name, scope, lastMcpUseAt }): Agent => {
                  return { id, name, scope, kind: "Key", lastMcpUseAt };
                }),
              ]);
              if (agents.length > 0)
                return (
                  <List label="Connected agents" items={agents} keyOf={({ id }) => id}>
                    {(agent) => <AgentEntry agent={agent} />}
                  </List>
                );
              return (
                <Empty
                  action={
                    <Link to="/settings/apps" className={buttonClass()}>
                      See all connected apps
                    </Link>
                  }
                  command="npx groundplan mcp"
                >
                  No agent has called yet. Copy the settings above into yours: it shows here with its first
                  call.
                </Empty>
              );
            }}
          </Loaded>
        )}
      </Loaded>
    </Section>
  );
}

const AgentEntry = ({ agent: { name, scope, kind, lastMcpUseAt } }: { agent: Agent }) => (
  <Entry
    title={name}
    pills={
      <>
        <Pill>{wordOf(scope.toUpperCase())}</Pill>
        <Pill>{kind}</Pill>
      </>
    }
    about={
      lastMcpUseAt && (
        <span>
          used <Time at={lastMcpUseAt} />
        </span>
      )
    }
    actions={
      <Link
        to={kind === "App" ? "/settings/apps" : "/settings/keys"}
        aria-label={`Manage ${name}`}
        className={buttonClass("quiet")}
      >
        Manage
      </Link>
    }
  />
);

const latestFirst = (agents: readonly Agent[]) =>
  agents
    .filter(({ lastMcpUseAt }) => lastMcpUseAt !== null)
    .toSorted((a, b) => (b.lastMcpUseAt ?? "").localeCompare(a.lastMcpUseAt ?? ""));
