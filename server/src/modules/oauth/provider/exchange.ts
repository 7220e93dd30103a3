import { Provider } from "oidc-provider";
import { ApiError } from "../../../errors.ts";
import type { Context } from "../../context.ts";
import { type Exchange, keepExchange, type OfConnection } from "../artifact-commands.ts";
import { openAnswer, sealAnswer, type TokenAnswer } from "./refresh-answer.ts";

/** The parts of the library's context that an exchange needs. */
interface TokenResponse {
  status: number;
  body: unknown;
  set(name: string, value: string): void;
}

interface UnderWay {
  exchange: Exchange;
  /** The sent refresh token; null for a code. */
  refreshToken: string | null;
}

const exchanges = new WeakMap<object, UnderWay>();

/**
 * Returns the exchange collected during a token request; null for other requests. The library writes
 * piecemeal, and a failure in between would spend a refresh token without a successor.
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
 * Writes a token request's exchange before the answer. A refused request writes nothing, and a repeated
 * refresh gets the first answer.
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
      error_description:
        "The service could not store new tokens. The request can be repeated: send it again.",
    };
  }
}
