import { ConfigError } from "./config-error.ts";

/** An OpenID Connect issuer and our client. */
export interface OidcSettings {
  /** As normalized by `URL`, which is how linked accounts store it. */
  issuer: string;
  clientId: string;
  /** Null for a public client, protected by PKCE. */
  clientSecret: string | null;
  /** Display name. */
  label: string;
}

/** Reads the four settings. Errors never repeat the secret. */
export function oidcSettings(text: (name: string) => string | null): OidcSettings | null {
  const issuer = text("GROUNDPLAN_OIDC_ISSUER");
  const clientId = text("GROUNDPLAN_OIDC_CLIENT_ID");
  const clientSecret = text("GROUNDPLAN_OIDC_CLIENT_SECRET");
  const label = text("GROUNDPLAN_OIDC_LABEL");
  if (issuer === null && clientId === null && clientSecret === null && label === null) return null;
  if (issuer === null || clientId === null)
    throw new ConfigError(
      "GROUNDPLAN_OIDC_ISSUER and GROUNDPLAN_OIDC_CLIENT_ID belong together. Set both, or leave out all settings that begin with GROUNDPLAN_OIDC_.",
    );
  const url = URL.parse(issuer);
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username || url.password)
    throw new ConfigError(
      "GROUNDPLAN_OIDC_ISSUER is not the address of an issuer, such as https://id.example.com. Set it to the address before /.well-known/openid-configuration.",
    );
  if (label !== null && (label.length > 60 || /\p{Cc}/u.test(label)))
    throw new ConfigError(
      "GROUNDPLAN_OIDC_LABEL is longer than 60 characters or holds control characters. Set it to the name by which people know the issuer.",
    );
  return { issuer: url.href, clientId, clientSecret, label: label ?? url.host };
}
