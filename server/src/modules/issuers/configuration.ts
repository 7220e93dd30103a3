import type { Configuration, CustomFetch } from "openid-client";
import type { OidcSettings } from "../../config/oidc.ts";
import { perProcess } from "../../dispatch/concurrency/per-process.ts";
import { ApiError, upstreamFailed } from "../../errors.ts";
import { failureReasonOf, sentenceOf } from "../../outbound/errors.ts";
import { measured } from "../../outbound/measured.ts";
import type { Context } from "../context.ts";
import { namedOtherwise, otherNameIn } from "./other-name.ts";

const timeoutSeconds = 10;
const maxBytes = 512 * 1024;
const keptMs = 3600_000;

/** Returns the issuer's settings; throws 409 if none. */
export function requireIssuer({ config }: Pick<Context, "config">): OidcSettings {
  if (config.oidc) return config.oidc;
  throw new ApiError(
    "not_configured",
    "No issuer is set up here. Sign in in another way, or ask the operator.",
  );
}

/** Loads the library lazily. */
export const openid = () => import("openid-client");

const answerOf = perProcess((): { until: number; asked?: Promise<Configuration> } => ({ until: 0 }));

/**
 * Returns the issuer's metadata, cached for an hour; concurrent callers share the request. Failures are not
 * cached, and are 502 or 504.
 */
export async function configurationOf(context: Context): Promise<Configuration> {
  const answer = answerOf(context);
  if (answer.asked && answer.until > Date.now()) return answer.asked;
  const asked = discover(context, requireIssuer(context)).catch((error) => {
    if (answer.asked === asked) delete answer.asked;
    logRefusal(context, error);
    throw upstreamError(error, context);
  });
  Object.assign(answer, { until: Date.now() + keptMs, asked });
  return asked;
}

async function discover(context: Context, settings: OidcSettings): Promise<Configuration> {
  const { allowInsecureRequests, customFetch, discovery, enableNonRepudiationChecks } = await openid();
  const server = new URL(settings.issuer);
  const configuration = await discovery(server, settings.clientId, undefined, await authOf(settings), {
    timeout: timeoutSeconds,
    // The operator chose http for an issuer without TLS. Signatures are checked regardless.
    execute: [enableNonRepudiationChecks, ...(server.protocol === "http:" ? [allowInsecureRequests] : [])],
    [customFetch]: fetchOf(context, server),
  });
  // The library accepts multi-tenant addresses, whose subjects are ambiguous.
  const { issuer, authorization_endpoint = "" } = configuration.serverMetadata();
  if (new URL(issuer).href !== settings.issuer) throw namedOtherwise(issuer);
  if (!/^https?:/i.test(authorization_endpoint)) throw new Error("browsers can't be sent to the issuer");
  return configuration;
}

/** The operator's address may be private; others that the issuer names only if allowed. */
const fetchOf =
  (context: Context, issuer: URL): CustomFetch =>
  (url, { body, ...init }) => {
    const { fetch, trustedFetch } = context.outbound;
    const call = new URL(url).origin === issuer.origin ? trustedFetch : fetch;
    return measured(context, "issuer", call)(url, { ...init, body: body ?? null, maxBytes });
  };

/** Returns the client authentication: the standard's default unless the issuer doesn't list it. */
async function authOf({ clientSecret }: OidcSettings) {
  const { ClientSecretBasic, ClientSecretPost, None } = await openid();
  if (clientSecret === null) return None();
  const [basic, post] = [ClientSecretBasic(clientSecret), ClientSecretPost(clientSecret)];
  return (...request: Parameters<typeof basic>) => {
    const methods = request[0].token_endpoint_auth_methods_supported;
    return (methods?.includes("client_secret_basic") ?? true) ? basic(...request) : post(...request);
  };
}

/** Logs why the issuer's metadata was refused, with both names if they differ. */
function logRefusal(context: Context, error: unknown): void {
  const { issuer } = requireIssuer(context);
  const itself = otherNameIn(error);
  if (itself === null) {
    logFailure(context, error, "the OpenID Connect issuer could not be asked about itself");
    return;
  }
  context.log.warn(
    { setting: issuer, issuer: itself },
    `GROUNDPLAN_OIDC_ISSUER is ${issuer}, but the issuer identifies itself as ${itself}. No one can sign in with it until both match: correct the setting or the issuer's configuration.`,
  );
}

/** Logs a failed call without request and response contents. */
export function logFailure({ log }: Pick<Context, "log">, error: unknown, what: string): void {
  const { name, message, code } = error as Error & { code?: unknown };
  const reason = failureReasonOf(error);
  const why = reason === null ? message : sentenceOf(reason);
  log.warn({ name, code, reason: reason ?? message, why }, what);
}

function upstreamError(error: unknown, context: Context): ApiError {
  const { label } = requireIssuer(context);
  const reason = failureReasonOf(error);
  const why =
    otherNameIn(error) !== null
      ? "It calls itself by another address than GROUNDPLAN_OIDC_ISSUER. The service's log has both."
      : sentenceOf(reason ?? "status");
  return upstreamFailed(label, reason ?? "status", `${label} gave no usable answer. ${why}`);
}
