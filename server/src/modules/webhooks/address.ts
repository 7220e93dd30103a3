import { invalid } from "../../errors.ts";
import { OutboundError } from "../../outbound/errors.ts";
import type { Context } from "../context.ts";

/** Throws 400 for a blocked address. Every attempt checks again. */
export async function requirePublicAddress({ outbound }: Context, url: string): Promise<void> {
  try {
    await outbound.check(url);
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    throw invalid("/url", `can't be called. ${error.message}`.replace(/\.$/, ""));
  }
}
