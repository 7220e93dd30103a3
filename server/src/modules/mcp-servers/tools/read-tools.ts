import type { Client, RequestOptions } from "@modelcontextprotocol/client";
import { mostPages } from "../client/with-client.ts";
import { type CleanTool, cleanTool, shownName } from "./clean-tool.ts";
import { type Cursor, readPage } from "./read-page.ts";

/** Tools kept per server. */
export const toolCap = 64;

/** Dropped tools named individually; a last entry counts the rest. */
const mostDropped = 1000;

/** A server's usable tools, and dropped ones as `name: reason`. */
export interface FoundTools {
  tools: CleanTool[];
  discovered: number;
  dropped: string[];
  /** Why further tools were not read, if so. */
  note: string | null;
}

/** Reads a server's tools in its order, until there is no cursor, a repeated cursor, or the page limit. */
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

/** Separates usable from dropped tools. */
class ToolList {
  readonly #kept: CleanTool[] = [];
  readonly #fingerprints = new Map<string, string>();
  readonly #dropped: string[] = [];
  #position = 0;
  #unnamed = 0;

  add(listed: unknown): void {
    this.#position++;
    const tool = cleanTool(listed);
    if (typeof tool === "string") this.#drop(listed, tool);
    else this.#addUsable(listed, tool);
  }

  #addUsable(listed: unknown, tool: CleanTool): void {
    const same = this.#fingerprints.get(tool.name);
    // A server that ignores cursors repeats the page.
    if (same === tool.fingerprint) return;
    if (same === undefined) this.#fingerprints.set(tool.name, tool.fingerprint);
    if (same !== undefined) this.#drop(listed, "another tool has its name");
    else if (this.#kept.length >= toolCap) this.#drop(listed, `only the first ${toolCap} tools are kept`);
    else this.#kept.push(tool);
  }

  #drop(listed: unknown, reason: string): void {
    if (this.#dropped.length < mostDropped)
      this.#dropped.push(`${shownName(listed, this.#position)}: ${reason}`);
    else this.#unnamed++;
  }

  found(note: string | null = null): FoundTools {
    const more = this.#unnamed > 0 ? [`${this.#unnamed} more: too many to name them`] : [];
    const discovered = this.#kept.length + this.#dropped.length + this.#unnamed;
    return { tools: this.#kept, discovered, dropped: [...this.#dropped, ...more], note };
  }
}
