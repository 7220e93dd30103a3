import { errors, type KoaContextWithOIDC, type Provider } from "oidc-provider";

/**
 * Shows errors that precede a user's decision on our own page (RFC 9700 section 4.11.2). Otherwise anyone
 * could register an app and use failing requests, such as `prompt=none`, as an open redirector.
 */
export function showEarlyErrors(provider: Provider): void {
  const keepHere = (ctx: KoaContextWithOIDC, error: Error & { allow_redirect?: boolean }) => {
    if (!isAnswered(ctx) || !isRedirectAllowed(ctx)) error.allow_redirect = false;
  };
  // The library reads `allow_redirect` after emitting these events.
  provider.on("authorization.error", keepHere);
  provider.on("server_error", keepHere);
}

const isAnswered = ({ oidc }: KoaContextWithOIDC) => oidc.entities.Interaction?.result !== undefined;

/** Checks the redirect again, since the app's registration may have changed while the user decided. */
export function requireRedirect(ctx: KoaContextWithOIDC): void {
  if (!isRedirectAllowed(ctx)) throw new errors.InvalidRedirectUri();
}

const isRedirectAllowed = ({ oidc }: KoaContextWithOIDC) =>
  oidc.client?.redirectUriAllowed(String(oidc.params?.redirect_uri)) === true;
