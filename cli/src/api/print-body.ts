import { once } from "node:events";
import { text } from "node:stream/consumers";
import { Failure } from "../failure.ts";
import { printable, say, sayJson } from "../output.ts";

/**
 * Prints the body of an answer: verbatim to a pipe, formatted and without control characters to a terminal.
 */
export async function printBody({ body, headers }: Response): Promise<void> {
  if (!body) return;
  try {
    if (process.stdout.isTTY) show(await text(body), headers.get("content-type") ?? "");
    else
      for await (const chunk of body)
        if (!process.stdout.write(Buffer.from(chunk))) await once(process.stdout, "drain");
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new Failure("The answer broke off. Try again.", { cause: error });
  }
}

function show(shown: string, type: string): void {
  if (type.startsWith("application/json")) sayJson(JSON.parse(shown), 2);
  else say(...shown.trimEnd().split("\n").map(printable));
}
