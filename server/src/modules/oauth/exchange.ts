import { Provider } from "oidc-provider";
import { ApiError } from "../../errors.ts";
import type { Context } from "../context.ts";
import { type Exchange, keepExchange, type OfConnection } from "./artifact-commands.ts";

/** The parts of the library's context that an exchange needs. */
interface TokenResponse {
  status: number;
  body: unknown;
  set(name: string, value: string): void;
}

const exchanges = new WeakMap<object, Exchange>();

/**
 * Returns what the request for tokens that is under way uses up and makes so far; null for any other request. The
 * library writes piece by piece: a failure between two of them would leave a refresh token used up and no new one, and
 * the client's next try would look like a thief's.
 */
export function exchangeUnderWay(connection: OfConnection & { userId: string }): Exchange | null {
  const { ctx } = Provider;
  if (ctx?.oidc.route !== "token") return null;
  let exchange = exchanges.get(ctx);
  if (!exchange) {
    exchange = { connection, used: null, artifacts: [], accessTokens: [] };
    exchanges.set(ctx, exchange);
  }
  return exchange;
}

/** Writes what a request for tokens made, before it is answered. A refused request has written nothing. */
export async function settleExchange({ writer, log }: Context, ctx: object & TokenResponse): Promise<void> {
  const exchange = exchanges.get(ctx);
  if (!exchange || ctx.status >= 400) return;
  try {
    if (await writer.run(keepExchange, exchange)) return;
    ctx.status = 400;
    ctx.body = { error: "invalid_grant", error_description: "grant request is invalid" };
  } catch (error) {
    log.error({ err: error }, "the tokens of an app could not be kept");
    ctx.status = 503;
    ctx.set("retry-after", (error instanceof ApiError && error.headers["retry-after"]) || "1");
    ctx.body = {
      error: "temporarily_unavailable",
      error_description: "The service could not keep new tokens. What was sent still works: send it again.",
    };
  }
}
