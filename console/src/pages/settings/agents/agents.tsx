import { getMcpAccess } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { agentsBlock } from "../../../../../contract/src/agents-block.ts";
import { read } from "../../../api/read.ts";
import { Loaded } from "../../../components/page/loaded.tsx";
import { Page } from "../../../components/page/page.tsx";
import { Section } from "../../../components/section.tsx";
import { CopyLines } from "../../../components/text/copy-lines.tsx";
import { ConnectedAgents } from "./connected-agents.tsx";
import { Setup } from "./setup.tsx";

/** Connects coding agents to the MCP endpoint, and shows the connected ones. */
export default function Agents() {
  const access = useQuery(read(getMcpAccess, {}));
  return (
    <Page title="Connect an agent">
      <p className="mb-6 max-w-[70ch] text-ink-2">
        A coding agent plans and builds here through MCP. It acts as you, in this workspace, and its changes
        carry its name.
      </p>
      <Loaded query={access}>{(found) => <Setup access={found} />}</Loaded>
      <Section title="Instructions" says="Tell the agents of a repository that its plans are here.">
        <div className="max-w-3xl">
          <CopyLines label="AGENTS.md" text={agentsBlock} />
        </div>
      </Section>
      <ConnectedAgents />
    </Page>
  );
}
