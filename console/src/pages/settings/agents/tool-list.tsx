import type { getMcpAccess, Reply } from "@groundplan/contract";
import { counted } from "../../../components/counted.ts";
import { Entry } from "../../../components/entry.tsx";
import { List } from "../../../components/lists/list.tsx";
import { Pill } from "../../../components/pill.tsx";
import { Section } from "../../../components/section.tsx";

/** The tools that an agent gets, with what each costs it. */
export function ToolList({ tools }: { tools: Reply<typeof getMcpAccess>["tools"] }) {
  const total = tools.reduce((sum, { tokens }) => sum + tokens, 0);
  return (
    <Section
      title="Tools"
      says={`${counted(tools.length, "tool")} in ${counted(total, "token")} of the agent's context. An agent that may only read gets those that read.`}
    >
      <List label="Tools" items={tools} keyOf={({ name }) => name}>
        {({ name, description, isRead, tokens }) => (
          <Entry
            title={<code className="font-mono text-small">{name}</code>}
            pills={<Pill>{isRead ? "Read" : "Write"}</Pill>}
            about={<span className="max-w-[70ch]">{description}</span>}
            actions={<span className="px-2.5 text-note text-ink-2">{counted(tokens, "token")}</span>}
          />
        )}
      </List>
    </Section>
  );
}
