import { invalid } from "../errors.ts";
import type { Outbound } from "../outbound/client.ts";
import { OutboundError } from "../outbound/errors.ts";

/** Throws 400 for a field's address that is blocked. Every call checks again. */
export async function requireCallable(
  { outbound }: { outbound: Pick<Outbound, "check"> },
  path: string,
  url: string,
): Promise<void> {
  try {
    await outbound.check(url);
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    throw invalid(path, `can't be called. ${error.message}`.replace(/\.$/, ""));
  }
}
