import { type Connector, listConnectors } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { readAll } from "../../api/read.ts";
import { Button } from "../../components/button.tsx";
import { Empty } from "../../components/empty.tsx";
import { Field } from "../../components/forms/field.tsx";
import { Kbd } from "../../components/keyboard/kbd.tsx";
import { useKey } from "../../components/keyboard/keys.ts";
import { List } from "../../components/lists/list.tsx";
import { Row } from "../../components/lists/row.tsx";
import { Loaded } from "../../components/page/loaded.tsx";
import { type Scope, useScope } from "../../planning/scope/scope.ts";
import { ScopePage } from "../../planning/scope/scope-page.tsx";
import { OAuthResult } from "../../planning/trackers/oauth-result.tsx";
import { useIsOwner } from "../../session/workspace.ts";
import { ConnectorState } from "./connector-state.tsx";
import { ProjectTracker } from "./project-tracker.tsx";
import { ServerForm } from "./server-form.tsx";

/** Trackers, the workspace's own MCP servers, and well-known ones. */
export default function Connectors() {
  const scope = useScope();
  const connectors = useQuery(readAll(listConnectors, {}, "connectors"));
  return (
    <ScopePage scope={scope} title="Connectors">
      {(mayWrite) => (
        <>
          <OAuthResult />
          <Loaded query={connectors}>
            {(all) => (
              <>
                {scope.kind === "project" && (
                  <ProjectTracker scope={scope} connectors={all} mayWrite={mayWrite} />
                )}
                <Catalog scope={scope} connectors={all} />
              </>
            )}
          </Loaded>
        </>
      )}
    </ScopePage>
  );
}

const groups: readonly [string, (connector: Connector) => boolean][] = [
  ["Trackers", ({ kind }) => kind === "tracker"],
  ["Custom MCP servers", ({ id }) => id.startsWith("x_")],
  ["Well-known MCP servers", () => true],
];

function Catalog({ scope, connectors }: { scope: Scope; connectors: readonly Connector[] }) {
  const { q = "" } = useSearch({ strict: false });
  const navigate = useNavigate();
  const [isAdding, add] = useState(false);
  const isOwner = useIsOwner();
  const mayAdd = isOwner && scope.kind === "workspace";
  const address: string = `${scope.path}/connectors`;
  useKey("c", "Add an MCP server", () => mayAdd && add(true));
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  const found = connectors.filter(({ label, vendor = "", description = "" }) =>
    words.every((word) => `${label} ${vendor} ${description}`.toLowerCase().includes(word)),
  );
  const shown = new Set<Connector>();
  return (
    <>
      <div className="mb-4 flex flex-wrap items-end justify-between gap-3">
        <search className="max-w-md min-w-0 flex-1 basis-60">
          <Field
            label="Search the catalog"
            name="q"
            type="search"
            defaultValue={q}
            onChange={({ target }) =>
              void navigate({
                to: address,
                search: target.value === "" ? {} : { q: target.value },
                replace: true,
                resetScroll: false,
              })
            }
          />
        </search>
        {mayAdd && (
          <Button look="primary" onClick={() => add(true)}>
            Add an MCP server <Kbd>c</Kbd>
          </Button>
        )}
      </div>
      {groups.map(([title, isIn]) => {
        const inGroup = found.filter((one) => !shown.has(one) && isIn(one));
        for (const connector of inGroup) shown.add(connector);
        return (
          inGroup.length > 0 && (
            <section key={title} aria-label={title}>
              <h2 className="flex items-baseline gap-2 pt-4 pb-1 text-small font-semibold text-ink-2">
                {title}
                <span className="font-normal text-ink-3">{inGroup.length}</span>
              </h2>
              <List label={title} items={inGroup} keyOf={({ id }) => id}>
                {(connector) => (
                  <Row to={`${address}/${connector.id}` as string} className="flex-wrap column:flex-nowrap">
                    <span className="w-44 flex-none truncate font-[550]">{connector.label}</span>
                    <span className="min-w-0 flex-1 basis-full truncate text-ink-2 column:basis-0">
                      {connector.description}
                    </span>
                    <ConnectorState connector={connector} />
                  </Row>
                )}
              </List>
            </section>
          )
        );
      })}
      {found.length === 0 && (
        <Empty
          action={mayAdd && <Button onClick={() => add(true)}>Add it as a custom server</Button>}
          command={`npx groundplan api POST /v1/mcp-servers -f label=Docs -f url=https://docs.example.com/mcp -f authMode=anonymous`}
        >
          No connectors match your search.
        </Empty>
      )}
      {isAdding && <ServerForm onClose={() => add(false)} />}
    </>
  );
}
