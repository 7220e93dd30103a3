/** The tools of connectors and the workspace's switches of them, for modules above. */

export type { ToolDefinition } from "./tools/clean-tool.ts";
export {
  type ConnectorKey,
  findTool,
  type ToolRow,
  type ToolsetRow,
  toolsetsOf,
  toolsOf,
} from "./tools/store.ts";
export { requireKnown, setSwitches, type ToolSwitch } from "./tools/switches.ts";
