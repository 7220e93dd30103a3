import type { Client, RequestOptions } from "@modelcontextprotocol/client";
import { McpFailure } from "../client/failure.ts";
import { mostPages } from "../client/with-client.ts";
import { type CleanTool, cleanTool, shownName } from "./clean-tool.ts";

/** The most tools of a server that are kept. */
export const toolCap = 64;

/** The tools of a server: the tools that are kept, and the names of those that are left out. */
export interface FoundTools {
  tools: CleanTool[];
  discovered: number;
  dropped: string[];
}

/** Reads the tools of a server, in its order. Throws McpFailure for a list that has no end. */
export async function readTools(client: Client, options: RequestOptions): Promise<FoundTools> {
  const found: FoundTools = { tools: [], discovered: 0, dropped: [] };
  if (!client.getServerCapabilities()?.tools) return found;
  const names = new Set<string>();
  let cursor: string | undefined;
  for (let page = 0; page < mostPages; page++) {
    const params = cursor === undefined ? {} : { cursor };
    const { tools, nextCursor } = await client.request({ method: "tools/list", params }, options);
    for (const tool of tools) keep(found, names, tool);
    if (nextCursor === undefined) return found;
    cursor = nextCursor;
  }
  throw new McpFailure("too_large", `The list of the server's tools has more than ${mostPages} pages.`);
}

function keep(found: FoundTools, names: Set<string>, told: Parameters<typeof cleanTool>[0]): void {
  found.discovered++;
  const tool = found.tools.length < toolCap && !names.has(told.name) ? cleanTool(told) : null;
  if (tool) {
    names.add(tool.name);
    found.tools.push(tool);
  } else found.dropped.push(shownName(told.name)); // The bytes that a probe reads bound these.
}
