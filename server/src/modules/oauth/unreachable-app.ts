import type { Provider } from "oidc-provider";

/** The words by which the library says that it did not get the document of an app, or was not let fetch it now. */
export const notFetched = /^client_id metadata document fetch (failed|not allowed)$/;

/**
 * Answers 503 to a request for tokens whose app is named by a document that can't be fetched now. The library says that
 * there is no such app, and a client that hears so throws its tokens away.
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
