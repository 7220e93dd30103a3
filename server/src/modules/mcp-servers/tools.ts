/** Tools of connectors and the workspace's switches, for higher modules. */

export type { ToolDefinition } from "./tools/clean-tool.ts";
export {
  findTool,
  type ToolRow,
  toolsetsOf,
  toolsOf,
} from "./tools/store.ts";
export { requireKnown, setSwitches } from "./tools/switches.ts";
