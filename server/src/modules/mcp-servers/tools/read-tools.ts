import type { Client, RequestOptions } from "@modelcontextprotocol/client";
import { mostPages } from "../client/with-client.ts";
import { type CleanTool, cleanTool, shownName } from "./clean-tool.ts";
import { type Cursor, readPage } from "./read-page.ts";

/** The most tools of a server that are kept. */
export const toolCap = 64;

/** The most tools that are named as left out; a last entry counts the others. */
const mostDropped = 1000;

/** The tools of a server: the tools that are kept, and those that are left out as `name: reason`. */
export interface FoundTools {
  tools: CleanTool[];
  discovered: number;
  dropped: string[];
  /** A sentence that says why further tools were not read; null if all were. */
  note: string | null;
}

/**
 * Reads the tools of a server, in its order. The list ends without a next cursor, and with one that was seen before. Of
 * a list that goes on beyond the most pages, the first ones count.
 */
export async function readTools(client: Client, options: RequestOptions): Promise<FoundTools> {
  const list = new ToolList();
  if (!client.getServerCapabilities()?.tools) return list.found();
  const seen = new Set<Cursor>();
  let cursor: Cursor | null = null;
  for (let page = 0; page < mostPages; page++) {
    const { tools, next } = await readPage(client, cursor, options);
    for (const tool of tools) list.add(tool);
    if (next === null || seen.has(next)) return list.found();
    seen.add(next);
    cursor = next;
  }
  return list.found(
    `The list of the server's tools has more than ${mostPages} pages, of which the first are read.`,
  );
}

/** Sorts the tools that a server sends into those that are kept and those that are left out. */
class ToolList {
  readonly #kept: CleanTool[] = [];
  readonly #fingerprints = new Map<string, string>();
  readonly #dropped: string[] = [];
  #position = 0;
  #unnamed = 0;

  add(told: unknown): void {
    this.#position++;
    const tool = cleanTool(told);
    if (typeof tool === "string") this.#drop(told, tool);
    else this.#addUsable(told, tool);
  }

  #addUsable(told: unknown, tool: CleanTool): void {
    const same = this.#fingerprints.get(tool.name);
    // A server that ignores the cursor sends the same page again.
    if (same === tool.fingerprint) return;
    if (same === undefined) this.#fingerprints.set(tool.name, tool.fingerprint);
    if (same !== undefined) this.#drop(told, "another tool has its name");
    else if (this.#kept.length >= toolCap) this.#drop(told, `only the first ${toolCap} tools are kept`);
    else this.#kept.push(tool);
  }

  #drop(told: unknown, reason: string): void {
    if (this.#dropped.length < mostDropped)
      this.#dropped.push(`${shownName(told, this.#position)}: ${reason}`);
    else this.#unnamed++;
  }

  found(note: string | null = null): FoundTools {
    const more = this.#unnamed > 0 ? [`${this.#unnamed} more: too many to name them`] : [];
    const discovered = this.#kept.length + this.#dropped.length + this.#unnamed;
    return { tools: this.#kept, discovered, dropped: [...this.#dropped, ...more], note };
  }
}
