import type { Endpoint, Reply, Request } from "@groundplan/contract";
import type { Client } from "../../client/src/index.ts";
import { say, sayJson } from "./output.ts";
import { sayTable } from "./table.ts";

type ItemOf<E extends Endpoint, Key extends keyof Reply<E>> = Reply<E>[Key] extends readonly (infer Item)[]
  ? Item
  : never;

interface Shown<Item> {
  json: true | undefined;
  /** Said if the list is empty: what to do next. */
  none: string;
  /** The text of each column, by its heading. */
  columns: Record<string, (item: Item) => string | number | null | undefined>;
}

/** Reads all pages of a list, and prints them as a table, or as JSON under the list's key. */
export async function sayList<E extends Endpoint, Key extends keyof Reply<E> & string>(
  client: Client,
  endpoint: E,
  request: Request<E>,
  key: Key,
  { json, none, columns }: Shown<ItemOf<E, Key>>,
): Promise<void> {
  const items: ItemOf<E, Key>[] = await Array.fromAsync(client.pages(endpoint, request, key));
  if (json) return sayJson({ [key]: items });
  if (items.length === 0) return say(none);
  const texts = Object.values(columns);
  sayTable(
    Object.keys(columns),
    items.map((item) => texts.map((text) => `${text(item) ?? ""}`)),
  );
}
