import { type Connector, getToolset, type ToolReason } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { read } from "../../api/read.ts";
import { Loaded } from "../../components/page/loaded.tsx";
import { Pill } from "../../components/pill.tsx";
import { Section } from "../../components/section.tsx";
import { wordOf } from "../../components/status.tsx";
import { sendEdits } from "../../edits/edit.ts";
import type { Scope } from "../../planning/scope/scope.ts";
import { switchAt, type Tool, toolsetAt } from "../../planning/trackers/connector-edits.ts";

interface Properties {
  scope: Scope;
  connector: Connector;
  maySwitch: boolean;
}

/** The messages for why a tool is off. */
const reasons: Record<ToolReason, string> = {
  workspace_off: "Turned off in the workspace.",
  project_off: "Turned off in this project.",
  tool_off: "Turned off.",
  changed: "The server changed this tool after it was turned on. Review it, then turn it on again.",
  new_write_tool: "New and able to make changes, so it stays off until someone turns it on.",
};

/** The switches of a connector and its tools. */
export function Tools({ scope, connector, maySwitch }: Properties) {
  const { id, label, kind } = connector;
  const query = useQuery(read(getToolset, toolsetAt(scope, id)));
  const isProject = scope.kind !== "workspace";
  return (
    <Section
      title={kind === "tracker" ? "Use" : "Tools"}
      says={
        isProject
          ? "Tools that are off in the workspace are off here too. A project can only turn off more."
          : "Tools that are off here are off in every project."
      }
    >
      <Loaded query={query}>
        {({ enabled, tools }) => {
          const isOn = isProject ? enabled.project !== false : enabled.workspace;
          return (
            <>
              <label className="flex min-h-[2.125rem] items-center gap-2.5 border-t border-line px-2">
                <input
                  type="checkbox"
                  checked={isOn}
                  disabled={!maySwitch || (isProject && !enabled.workspace)}
                  onChange={({ target }) => void sendEdits(switchAt(scope, id, null, target.checked))}
                  className="size-4 flex-none accent-accent"
                />
                {isProject ? `${label} may be used in this project` : `${label} may be used`}
                {isProject && !enabled.workspace && (
                  <span className="text-note text-ink-3">{reasons.workspace_off}</span>
                )}
              </label>
              <ul aria-label={`Tools of ${label}`}>
                {tools.map((tool) => (
                  <li key={tool.name}>
                    <ToolEntry
                      tool={tool}
                      isProject={isProject}
                      maySwitch={maySwitch && enabled.effective && (!isProject || tool.enabled.workspace)}
                      set={(on) => void sendEdits(switchAt(scope, id, tool.name, on))}
                    />
                  </li>
                ))}
              </ul>
              {kind === "mcp" && tools.length === 0 && (
                <p className="px-2 py-2 text-ink-2">
                  Its tools show here once{" "}
                  {connector.connection.connected ? "they could be read" : "it is connected"}.
                </p>
              )}
            </>
          );
        }}
      </Loaded>
    </Section>
  );
}

interface ToolProperties {
  tool: Tool;
  isProject: boolean;
  maySwitch: boolean;
  set: (isOn: boolean) => void;
}

function ToolEntry({ tool, isProject, maySwitch, set }: ToolProperties) {
  const { name, title, access, enabled, changed, reason, description, inputSchema } = tool;
  const isOn = isProject ? enabled.workspace && enabled.project !== false : enabled.workspace;
  // The API gives the same reason for both levels.
  const isOffHere = isProject && enabled.workspace && enabled.project === false;
  const why = reason === undefined ? null : reasons[isOffHere ? "project_off" : reason];
  return (
    <div className="border-t border-line px-2 py-2 pl-8">
      <label className="flex flex-wrap items-center gap-2">
        <input
          type="checkbox"
          checked={isOn}
          disabled={!maySwitch}
          onChange={({ target }) => set(target.checked)}
          className="size-4 flex-none accent-accent"
        />
        <span className="min-w-0 font-mono text-small break-all">{name}</span>
        {title && <span className="text-note text-ink-2">{title}</span>}
        <Pill tone={access === "write" ? "warn" : "plain"}>{wordOf(access.toUpperCase())}</Pill>
        {changed && <Pill tone="bad">Changed</Pill>}
      </label>
      {why && <p className="mt-1 ml-6 text-note text-warn">{why}</p>}
      <details className="mt-1 ml-6 text-note text-ink-2">
        <summary className="cursor-pointer">Description from the server</summary>
        <p className="mt-1 max-w-[70ch] whitespace-pre-wrap">{description}</p>
        <pre className="mt-1 max-w-[70ch] overflow-hidden font-mono text-small break-words whitespace-pre-wrap">
          {JSON.stringify(inputSchema, null, 2)}
        </pre>
      </details>
    </div>
  );
}
