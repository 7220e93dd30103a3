import type { InlineBuilder } from "./inline-builder.ts";
import type { Writer } from "./writer.ts";

/** Each use of a definition repeats its URL. */
const longest = 2000;

/** Keeps only the text if the URL is neither web nor mail. */
export function openLink(writer: Writer, marked: InlineBuilder, address: string): void {
  marked.links.push(hrefOf(writer, address.trim()));
}

export function closeLink({ links }: InlineBuilder): void {
  links.pop();
}

function hrefOf(writer: Writer, address: string): string | null {
  if (!/^(?:https?:\/\/|mailto:)/i.test(address) || address.length > longest || !URL.canParse(address)) {
    writer.degraded.add("links that lead to no web or mail address became text");
    return null;
  }
  if (address.length > writer.addresses) {
    writer.degraded.add("more links than a document takes became text");
    return null;
  }
  writer.addresses -= address.length;
  return address.toWellFormed();
}
