import { invalid } from "../../errors.ts";
import { OutboundError } from "../../outbound/errors.ts";
import type { Context } from "../context.ts";

/** Throws 400 for an address that can't be called from here. Every call checks again. */
export async function requireCallable(
  { outbound }: Context,
  baseUrl: string | null | undefined,
): Promise<void> {
  if (!baseUrl) return;
  try {
    await outbound.check(baseUrl);
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    throw invalid("/baseUrl", `can't be called. ${error.message}`.replace(/\.$/, ""));
  }
}
