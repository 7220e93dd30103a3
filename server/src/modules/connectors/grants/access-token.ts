import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { FailureReason } from "@groundplan/contract";
import { concurrencyLimit } from "../../../dispatch/concurrency/concurrency-limit.ts";
import { perProcess } from "../../../dispatch/concurrency/per-process.ts";
import type { Context } from "../../context.ts";
import { authorityOf } from "./authority.ts";
import type { Tokens } from "./facts.ts";
import { factsOf, findGrant, type GrantKey, type GrantRow, sealerOf, tokensOf } from "./grant-rows.ts";
import { endRefusedGrant, type Refresh, releaseRefresh, saveRefreshed, takeRefresh } from "./refresh-rows.ts";
import { refreshPair, TokenError } from "./token-requests.ts";

/** Thrown for a revoked grant: somebody has to reconnect. */
export class GrantEnded extends Error {}

/** Thrown if no token is available now but a retry may work. The message lacks its subject. */
export class GrantUnavailable extends Error {
  readonly reason: FailureReason;
  constructor(message: string, reason: FailureReason) {
    super(message);
    this.reason = reason;
  }
}

const marginMs = 30_000;
/** Waiters for another process's refresh poll at this interval, and give up after the duration of a lease. */
const lookAgainMs = 50;
const longestWaitMs = 35_000;

const flights = perProcess(() => new Map<string, Promise<void>>());

/** A turn precedes the lease, so that queueing takes none of its time: a late answer costs the grant. */
const turns = perProcess(() => concurrencyLimit(16));

/** Thousands of lookups at once would exhaust the connection pool. */
const looks = perProcess(() => concurrencyLimit(8));

/**
 * Refreshes a token that is expiring or was `refused`. Each pair is refreshed once, by one process; the
 * others use the result.
 */
export async function accessToken(
  context: Context,
  key: GrantKey,
  refused: string | null = null,
): Promise<string> {
  let giveUpAt = Number.POSITIVE_INFINITY;
  let first: number | null = null;
  for (;;) {
    const { grant, tokens } = await looks(context)(() => lookAt(context, key));
    first ??= grant.generation;
    // A new token is used however short-lived: refreshing would only bring another such one.
    if (grant.generation > first) return tokens.access;
    const isGood = tokens.access !== refused && !endsBefore(grant, 0);
    if (isGood && !endsBefore(grant, marginMs)) return tokens.access;
    if (tokens.refresh === null) {
      if (isGood) return tokens.access;
      await context.writer.run(endRefusedGrant, { ...key, generation: grant.generation });
      throw new GrantEnded();
    }
    if (performance.now() > giveUpAt)
      throw new GrantUnavailable("is being asked by another process", "timeout");
    try {
      await refreshOnce(context, key, grant, { ...tokens, refresh: tokens.refresh });
      giveUpAt = Math.min(giveUpAt, performance.now() + longestWaitMs);
    } catch (error) {
      if (error instanceof GrantUnavailable && isGood) return tokens.access;
      throw error;
    }
  }
}

async function lookAt(context: Context, key: GrantKey): Promise<{ grant: GrantRow; tokens: Tokens }> {
  const grant = await findGrant(context.db, key);
  if (!grant || grant.ended_at !== null) throw new GrantEnded();
  return { grant, tokens: await tokensOf(context, grant) };
}

/** Ends a grant whose newest token, just refreshed, is refused. */
export async function endRefused(context: Context, key: GrantKey, refused: string): Promise<void> {
  const grant = await findGrant(context.db, key);
  if (!grant || grant.ended_at !== null || (await tokensOf(context, grant)).access !== refused) return;
  await context.writer.run(endRefusedGrant, { ...key, generation: grant.generation });
}

const endsBefore = ({ expires_at: at }: GrantRow, ms: number): boolean =>
  at !== null && Date.parse(at) <= Date.now() + ms;

/** Deduplicates refreshes of the same pair within a process. */
async function refreshOnce(
  context: Context,
  key: GrantKey,
  grant: GrantRow,
  tokens: Tokens & { refresh: string },
): Promise<void> {
  const underWay = flights(context);
  const name = `${key.id} ${grant.generation}`;
  const known = underWay.get(name);
  if (known) return known;
  const flight = turns(context)(() => refresh(context, key, grant, tokens)).finally(() =>
    underWay.delete(name),
  );
  underWay.set(name, flight);
  return flight;
}

async function refresh(
  context: Context,
  key: GrantKey,
  grant: GrantRow,
  tokens: Tokens & { refresh: string },
): Promise<void> {
  const { writer } = context;
  const turn: Refresh = { ...key, generation: grant.generation, owner: randomUUID() };
  const answer = await writer.run(takeRefresh, turn);
  if (answer === "busy") return pause(lookAgainMs);
  if (answer === "changed") return;
  try {
    const authority = await authorityOf(context, grant.connector_id, factsOf(grant), tokens.clientSecret);
    // After the vendor's answer only the save remains, without further reads that could fail.
    const sealed = await sealerOf(context, key);
    const next = await refreshPair(authority, tokens);
    await saveSurely(context, { ...turn, tokens: sealed(next.tokens), expiresAt: next.expiresAt });
  } catch (error) {
    if (error instanceof TokenError && error.why === "refused") {
      await writer.run(endRefusedGrant, turn);
      return; // The next lookup finds a newer pair, or none.
    }
    await writer.run(releaseRefresh, turn);
    if (!(error instanceof TokenError)) throw error;
    throw new GrantUnavailable(
      error.why === "client"
        ? "does not accept this service as its client: the operator checks the client's id and secret"
        : "gave no usable answer to a request for tokens",
      error.reason,
    );
  }
}

const pausesMs = [100, 300, 1000, 3000, 5000];

/** Saves a pair, retrying through a short database outage: the previous pair is already void. */
async function saveSurely({ writer, log }: Context, save: Parameters<typeof saveRefreshed.run>[1]) {
  for (const ms of pausesMs) {
    try {
      return await writer.run(saveRefreshed, save);
    } catch (error) {
      log.warn({ err: error, grant: save.id }, "a new pair of tokens was not saved; it is tried again");
      await pause(ms);
    }
  }
  return writer.run(saveRefreshed, save);
}
