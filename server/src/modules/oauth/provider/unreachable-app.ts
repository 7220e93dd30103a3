import type { Provider } from "oidc-provider";

/** The library's messages for an unavailable client document. */
export const notFetched = /^client_id metadata document fetch (failed|not allowed)$/;

/**
 * Answers 503 to token requests of an app whose document is unavailable. The library would deny its
 * existence, upon which clients discard their tokens.
 */
export function waitForUnreachableApps(provider: Provider): void {
  const unreachable = new WeakSet<object>();
  provider.on("grant.error", (ctx, { error_description: description, error_detail: detail = "" }) => {
    const isGone = /status (404|410)$/.test(detail);
    if (notFetched.test(description ?? "") && !isGone) unreachable.add(ctx);
  });
  provider.use(async (ctx, next) => {
    await next();
    if (!unreachable.has(ctx)) return;
    ctx.status = 503;
    ctx.set("retry-after", "30");
    ctx.body = {
      error: "temporarily_unavailable",
      error_description: "The document that names this app can't be fetched now. Try again later.",
    };
  });
}
