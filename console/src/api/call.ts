import type { ConsoleEndpoint, Endpoint, Reply, Request } from "@groundplan/contract";
import { type Client, type CallOptions as ClientOptions, createClient } from "../../../client/src/client.ts";
import { ApiError } from "../../../client/src/errors.ts";
import { type Reason, signInAgain } from "./ask-for-sign-in.ts";
import { client } from "./client.ts";
import { currentToken, renewToken } from "./token.ts";

interface CallOptions extends ClientOptions {
  /** Receives the upload progress, from 0 to 1. */
  onSent?: (share: number) => void;
}

/**
 * Calls an endpoint with the session's token; prompts for a sign-in and retries if required. Throws
 * `ApiError` with the service's message, or `ConnectionError`.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  request: Request<E>,
  options: CallOptions = {},
): Promise<Reply<E>> {
  try {
    return await send(endpoint, request, options);
  } catch (error) {
    const reason = asksForSignIn(endpoint, error);
    if (!reason) throw error;
    await signInAgain(reason, error);
    return send(endpoint, request, options);
  }
}

async function send<E extends Endpoint>(
  endpoint: E,
  request: Request<E>,
  { onSent, ...options }: CallOptions,
): Promise<Reply<E>> {
  if (isOfConsole(endpoint)) return client.call(endpoint, request, options);
  const sendWithToken = async () => {
    const authorization = `Bearer ${await currentToken()}`;
    const by = onSent ? await progressClient(onSent) : client;
    return by.call(endpoint, request, { ...options, headers: { ...options.headers, authorization } });
  };
  try {
    return await sendWithToken();
  } catch (error) {
    if (!isUnauthorized(error)) throw error;
    renewToken();
    return sendWithToken();
  }
}

async function progressClient(onSent: (share: number) => void): Promise<Client> {
  const { progressFetch: tellingFetch } = await import("./progress-fetch.ts");
  return createClient({ url: location.origin, fetch: tellingFetch(onSent) });
}

function asksForSignIn(endpoint: Endpoint, error: unknown): Reason | null {
  // Without a session, 401 concerns the input, such as a wrong password.
  if (isOfConsole(endpoint) && endpoint.needs === "nothing") return null;
  if (isUnauthorized(error)) return "ended";
  return error instanceof ApiError && error.code === "recent_sign_in_required" ? "recent" : null;
}

const isUnauthorized = (error: unknown) => error instanceof ApiError && error.status === 401;

const isOfConsole = (endpoint: Endpoint): endpoint is Endpoint & ConsoleEndpoint => "needs" in endpoint;
