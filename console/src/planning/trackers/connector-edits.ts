import {
  getMcpServer,
  getToolset,
  listConnectors,
  listMcpServers,
  type PolicyState,
  type Reply,
  setToolset,
} from "@groundplan/contract";
import { call } from "../../api/call.ts";
import { invalidate } from "../../api/read.ts";
import type { Edit } from "../../edits/edit.ts";
import type { Scope } from "../scope/scope.ts";

/** Invalidated by changes of connectors, tools or servers. */
export const connectorReads = [listConnectors, getToolset, listMcpServers, getMcpServer];

export type Toolset = Reply<typeof getToolset>;
export type Tool = Toolset["tools"][number];

/** Returns the request for a connector's tools in a scope. */
export const toolsetAt = ({ kind, params }: Scope, connectorId: string) => ({
  params: { connectorId },
  query: kind === "workspace" ? {} : { projectSlug: params.projectSlug },
});

/** Switches a connector or one of its tools. A project can only restrict the workspace. */
export function switchAt(scope: Scope, connectorId: string, tool: string | null, isOn: boolean): Edit {
  const { params, query } = toolsetAt(scope, connectorId);
  const isProject = scope.kind !== "workspace";
  const value = isProject && isOn ? null : isOn;
  const switched = (state: PolicyState): PolicyState => {
    const next = isProject ? { ...state, project: value } : { ...state, workspace: isOn };
    return { ...next, effective: next.workspace && next.project !== false };
  };
  return {
    subject: `${connectorId} ${tool}`,
    change: (data, [path, request]) => {
      if (path !== getToolset.path || !isSame(request, params, query)) return data;
      const shown = data as Toolset;
      if (tool === null) return { ...shown, enabled: switched(shown.enabled) };
      const tools = shown.tools.map((one) =>
        one.name === tool ? { ...one, enabled: switched(one.enabled) } : one,
      );
      return { ...shown, tools };
    },
    send: async () => {
      const what = tool === null ? { enabled: value } : { tools: { [tool]: value } };
      await call(setToolset, { params, body: { ...what, ...query } });
      await invalidate(...connectorReads);
      return undefined;
    },
    touches: connectorReads,
  };
}

const isSame = (request: unknown, params: object, query: object) =>
  JSON.stringify(request) === JSON.stringify({ params, query });
