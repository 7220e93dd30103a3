import { errors, type KoaContextWithOIDC, type Provider } from "oidc-provider";

/**
 * Shows on our own page what fails before a person has answered (RFC 9700 section 4.11.2): anybody can register an app,
 * and a link to a request that fails, such as one with `prompt=none`, would lead to that app's address without a click.
 */
export function showEarlyErrors(provider: Provider): void {
  const keepHere = (ctx: KoaContextWithOIDC, error: Error & { allow_redirect?: boolean }) => {
    if (!isAnswered(ctx) || !isRedirectAllowed(ctx)) error.allow_redirect = false;
  };
  // The library reads `allow_redirect` after it has told of an error by one of these.
  provider.on("authorization.error", keepHere);
  provider.on("server_error", keepHere);
}

const isAnswered = ({ oidc }: KoaContextWithOIDC) => oidc.entities.Interaction?.result !== undefined;

/** The library checks an address when the app asks, and an app may have lost it by the time a person answers. */
export function requireRedirect(ctx: KoaContextWithOIDC): void {
  if (!isRedirectAllowed(ctx)) throw new errors.InvalidRedirectUri();
}

const isRedirectAllowed = ({ oidc }: KoaContextWithOIDC) =>
  oidc.client?.redirectUriAllowed(String(oidc.params?.redirect_uri)) === true;
