import { Provider } from "oidc-provider";
import { ApiError } from "../../errors.ts";
import type { Context } from "../context.ts";
import { type Exchange, keepExchange, type OfConnection } from "./artifact-commands.ts";
import { openAnswer, sealAnswer, type TokenAnswer } from "./refresh-answer.ts";

/** The parts of the library's context that an exchange needs. */
interface TokenResponse {
  status: number;
  body: unknown;
  set(name: string, value: string): void;
}

interface UnderWay {
  exchange: Exchange;
  /** The refresh token that was sent; null where a code was. */
  refreshToken: string | null;
}

const exchanges = new WeakMap<object, UnderWay>();

/**
 * Returns what the request for tokens that is under way uses up and makes so far; null for any other request. The
 * library writes piece by piece: a failure between two of them would leave a refresh token used up and no new one, and
 * the client's next try would look like a thief's.
 */
export function exchangeUnderWay(connection: OfConnection & { userId: string }): Exchange | null {
  const { ctx } = Provider;
  if (ctx?.oidc.route !== "token") return null;
  const known = exchanges.get(ctx);
  if (known) return known.exchange;
  const exchange: Exchange = { connection, used: null, sealedAnswer: null, artifacts: [], accessTokens: [] };
  const sent = ctx.oidc.params?.refresh_token;
  exchanges.set(ctx, { exchange, refreshToken: typeof sent === "string" ? sent : null });
  return exchange;
}

/**
 * Writes what a request for tokens made, before it is answered. A refused request has written nothing, and a repeated
 * refresh gets the answer of the first one.
 */
export async function settleExchange({ writer, log }: Context, ctx: object & TokenResponse): Promise<void> {
  const underWay = exchanges.get(ctx);
  if (!underWay || ctx.status >= 400) return;
  const { exchange, refreshToken } = underWay;
  try {
    const refresh =
      exchange.used !== null && refreshToken !== null ? ([refreshToken, exchange.used] as const) : null;
    if (refresh) exchange.sealedAnswer = sealAnswer(...refresh, ctx.body as TokenAnswer);
    const settled = await writer.run(keepExchange, exchange);
    if (settled === "kept") return;
    if (settled !== "refused" && refresh) {
      ctx.body = openAnswer(...refresh, settled.repeats);
      return;
    }
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
