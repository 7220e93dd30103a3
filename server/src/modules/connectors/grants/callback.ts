import type { Actor, SignedIn } from "../../../actor.ts";
import { ApiError } from "../../../errors.ts";
import type { Context } from "../../context.ts";
import type { Site } from "../../trackers/oauth.ts";
import { TrackerError } from "../../trackers/tracker.ts";
import { trackerEntry } from "../catalog.ts";
import { type Attempt, beginAttempt, findAttempt, secretOf, takeAttempt } from "./attempts.ts";
import { type Authority, oauth, serverAuthority, vendorAuthority } from "./authority.ts";
import { newState } from "./begin-authorization.ts";
import { callbackOf } from "./callback-address.ts";
import { ofVendor, orDiscard } from "./discard.ts";
import type { GrantedTokens, ServerFacts } from "./facts.ts";
import { type CallbackPage, choicePage, sentencePage } from "./page.ts";
import { keepGranted } from "./save-granted.ts";
import { forgetClient } from "./servers/client-for.ts";
import { keepPersonal } from "./servers/save-personal.ts";
import { sitesOf } from "./sites.ts";
import { exchangeCode, TokenError } from "./token-requests.ts";

/** A browser returning from a vendor, or with a chosen site. */
export interface Callback {
  connectorId: string;
  query: URLSearchParams;
  session: SignedIn | null;
}

export type CameBack = { redirect: string } | CallbackPage;

const over = "This attempt to connect has expired or was already used. Connect again in the settings.";
const foreign =
  "This attempt to connect was started by another user or in another session. Sign in as that user, or connect again in the settings.";

/**
 * Completes an attempt. The state identifies its user, and the browser must be theirs. Nothing from the
 * vendor is shown: a failure is an API error code in `returnTo`.
 */
export async function comeBackFromVendor(context: Context, callback: Callback): Promise<CameBack> {
  const { connectorId, query, session } = callback;
  const [state, ...others] = query.getAll("state");
  if (state === undefined || others.length > 0) return sentencePage(400, over);
  const attempt = await findAttempt(context.db, state);
  if (!attempt || attempt.connector_id !== connectorId) return sentencePage(400, over);
  const actor = JSON.parse(attempt.actor) as Actor;
  const isTheirs = session?.userId === actor.userId;
  const isSame = attempt.session_id === null || attempt.session_id === session?.sessionId;
  if (!isTheirs || !isSame) return sentencePage(403, foreign);
  if (!(await context.writer.run(takeAttempt, attempt))) return sentencePage(400, over);
  try {
    if (attempt.choices !== null) return await choose(context, attempt, actor, query.get("choice") ?? "");
    return await arrive(context, attempt, actor, query);
  } catch (error) {
    return { redirect: withError(attempt.return_to, wordOf(context, error)) };
  }
}

class Denied extends Error {}

function wordOf(context: Context, error: unknown): string {
  if (error instanceof Denied) return "access_denied";
  if (error instanceof ApiError && error.status < 500) return error.code;
  const { name, message } = error as Error;
  context.log.warn({ name, reason: message }, "a way back from a vendor failed");
  return error instanceof ApiError ? error.code : "upstream_error";
}

function withError(returnTo: string, error: string): string {
  const url = new URL(returnTo, "http://console.invalid");
  url.searchParams.set("error", error);
  return url.pathname + url.search + url.hash;
}

async function arrive(
  context: Context,
  attempt: Attempt,
  actor: Actor,
  query: URLSearchParams,
): Promise<CameBack> {
  const { workspace_id: workspaceId, connector_id: connectorId, return_to: redirect } = attempt;
  const facts = JSON.parse(attempt.facts) as ServerFacts | Record<string, never>;
  if (facts.kind !== "server") {
    const tokens = await tokensFor(context, attempt, await vendorAuthority(context, connectorId), query);
    return orDiscard(context, attempt, tokens, ofVendor, () => keepOrAsk(context, attempt, actor, tokens));
  }
  const { clientSecret } = (await secretOf(context, attempt)) as Secret;
  const authority = await serverAuthority(context, facts as ServerFacts, clientSecret);
  const granted = await tokensFor(context, attempt, authority, query).catch(async (error) => {
    const { issuer } = authority.server;
    if (error instanceof TokenError && error.why === "client")
      await context.writer.run(forgetClient, { workspaceId, connectorId, issuer });
    throw error;
  });
  const known = { ...granted, tokens: { ...granted.tokens, clientSecret } };
  const grant = { connectorId, tokens: known, facts: facts as ServerFacts, account: null };
  await orDiscard(context, attempt, known, grant.facts, () => keepPersonal(context, actor, grant));
  return { redirect };
}

interface Secret {
  verifier: string;
  clientSecret: string | null;
}

async function tokensFor(
  context: Context,
  attempt: Attempt,
  authority: Authority,
  query: URLSearchParams,
): Promise<GrantedTokens> {
  const { verifier } = (await secretOf(context, attempt)) as Secret;
  const answer = await checked(authority, query, attempt.facts === "{}");
  const redirectUri = callbackOf(context, attempt.connector_id);
  return exchangeCode(authority, answer, { redirectUri, verifier });
}

/** Lets the user choose if there are several sites. */
async function keepOrAsk(
  context: Context,
  attempt: Attempt,
  actor: Actor,
  granted: GrantedTokens,
): Promise<CameBack> {
  const { connector_id: connectorId, site: named } = attempt;
  const all = await sitesOf(context, connectorId, granted.tokens.access);
  const sites = named === null ? all : all.filter(({ names }) => names.includes(named));
  const [first] = sites;
  if (!first) throw new ApiError("not_found", "The account has no such site there.");
  if (sites.length === 1) return keep(context, attempt, actor, granted, first);
  const state = newState();
  const returnTo = attempt.return_to;
  await beginAttempt(context, state, {
    connectorId,
    actor,
    sessionId: attempt.session_id,
    site: null,
    returnTo,
    facts: {},
    secret: { pair: granted.tokens, expiresAt: granted.expiresAt } satisfies StoredTokens,
    choices: sites,
  });
  const { pathname } = new URL(callbackOf(context, connectorId));
  return choicePage(pathname, trackerEntry(connectorId).label, state, sites);
}

/**
 * Checks an answer's issuer and refusal; the attempt checked the state. Trackers' vendors don't announce an
 * issuer, so a given one must match the address asked.
 */
async function checked(
  { server, client }: Authority,
  query: URLSearchParams,
  isVendor: boolean,
): Promise<URLSearchParams> {
  const library = await oauth();
  const answer = new URLSearchParams(query);
  if (isVendor && answer.has("iss")) {
    const issuer = URL.parse(answer.get("iss") ?? "");
    if (issuer?.origin !== new URL(server.issuer).origin) throw new TokenError("unavailable");
    answer.delete("iss");
  }
  try {
    return library.validateAuthResponse(server, client, answer, library.skipStateCheck);
  } catch (error) {
    const isDenied = error instanceof library.AuthorizationResponseError && error.error === "access_denied";
    throw isDenied ? new Denied() : error;
  }
}

/** Tokens as an attempt stores them while the user chooses a site. */
interface StoredTokens {
  pair: GrantedTokens["tokens"];
  expiresAt: string | null;
}

async function choose(context: Context, attempt: Attempt, actor: Actor, id: string): Promise<CameBack> {
  const sites = JSON.parse(attempt.choices ?? "[]") as Site[];
  const { pair, expiresAt } = (await secretOf(context, attempt)) as StoredTokens;
  const granted = { tokens: pair, expiresAt };
  return orDiscard(context, attempt, granted, ofVendor, async () => {
    const site = sites.find((one) => one.id === id);
    if (!site) throw new ApiError("not_found", "There is no such site among those that were shown.");
    return keep(context, attempt, actor, granted, site);
  });
}

async function keep(
  context: Context,
  { connector_id: connectorId, return_to: redirect }: Attempt,
  actor: Actor,
  granted: GrantedTokens,
  { facts }: Site,
): Promise<CameBack> {
  await keepGranted(context, actor, connectorId, granted, facts).catch((error) => {
    throw error instanceof TrackerError ? new TokenError("unavailable") : error;
  });
  return { redirect };
}
