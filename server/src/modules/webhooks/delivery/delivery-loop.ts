import { setTimeout as sleep } from "node:timers/promises";
import { perProcess } from "../../../dispatch/concurrency/per-process.ts";
import type { Context } from "../../context.ts";
import type { DeliveryRow } from "../store.ts";
import { attempt } from "./attempt.ts";
import { createCapacity } from "./capacity.ts";
import { claimDeliveries } from "./claim.ts";
import { moveStranded } from "./move-stranded.ts";
import { type Overview, overview } from "./overview.ts";
import { planDeliveries } from "./plan-deliveries.ts";
import { settleAndPause, settleDelivery } from "./settle.ts";
import { createSlots } from "./slots.ts";
import { createWakeUp } from "./wake-up.ts";

interface DeliveryLoop {
  /** Starts a check immediately. */
  wake(): void;
}

/** Returns the process's delivery loop; a no-op in processes without jobs. */
export const deliveryLoopOf = perProcess((): DeliveryLoop => ({ wake() {} }));

/** Milliseconds for which commits are coalesced, and the share of time spent checking. */
const gather = 10;
const longestRest = 200;
const lookShare = 0.1;
/** Milliseconds between searches for stranded deliveries. */
const strandedEvery = 60_000;

/**
 * Delivers events while the process runs: plans deliveries and makes due attempts. Woken by commits while any
 * webhook is active; otherwise polls rarely.
 */
export function startDeliveryLoop(context: Context): () => Promise<void> {
  const { db, log, commits, config } = context;
  const stopping = new AbortController();
  const slots = createSlots();
  const withCapacity = createCapacity(db);
  const running = new Set<Promise<void>>();
  let unsubscribe: (() => void) | null = null;
  const wakeUp = createWakeUp();
  let searched = Number.NEGATIVE_INFINITY;
  let rest = gather;
  const wake = wakeUp.ring;
  deliveryLoopOf(context).wake = wake;

  const deliver = async (delivery: DeliveryRow) => {
    const { workspace_id: workspaceId, webhook_id: webhookId, id, fence } = delivery;
    try {
      const outcome = await attempt(context, delivery, stopping.signal);
      context.meter?.delivery(outcome.kind);
      const settling = { workspaceId, webhookId, id, fence, outcome };
      if (!(await context.writer.run(settleDelivery, settling)))
        await context.writer.run(settleAndPause, settling);
    } catch (error) {
      log.warn({ err: error, delivery: id }, "an attempt to deliver was not noted; its lease will run out");
    }
  };

  const dispatch = async (webhook: Overview) => {
    const most = slots.free(webhook);
    if (most === 0) return;
    const key = { workspaceId: webhook.workspace_id, webhookId: webhook.id };
    const leaseSeconds = (2 * config.webhookTimeoutMs) / 1000;
    for (const delivery of await context.writer.run(claimDeliveries, { ...key, most, leaseSeconds })) {
      const giveBack = slots.take(webhook);
      const run = deliver(delivery).finally(() => {
        running.delete(run);
        giveBack();
        wake();
      });
      running.add(run);
    }
  };

  /** Failures of one webhook or workspace don't affect others; the next check retries. */
  const attended = (work: () => Promise<void>) =>
    work().catch((error) => log.warn({ err: error }, "events were not delivered to a webhook"));

  /** Returns milliseconds until the next check. */
  const look = async (): Promise<number> => {
    const began = performance.now();
    const rows = await overview(db);
    rest = Math.max(gather, Math.min((performance.now() - began) / lookShare, longestRest));
    if (rows.length === 0) {
      unsubscribe?.();
      unsubscribe = null;
      return config.jobPollMs;
    }
    unsubscribe ??= commits.subscribe(wake);
    if (performance.now() - searched > strandedEvery) {
      searched = performance.now();
      await moveStranded(context);
    }
    const behind = await withCapacity(rows.filter(({ cursor, head }) => cursor < head));
    for (const group of Map.groupBy(
      behind,
      ({ workspace_id, cursor }) => `${workspace_id} ${cursor}`,
    ).values())
      await attended(async () => {
        // New deliveries are due now, and there may be more.
        if (await planDeliveries(context, group[0]?.workspace_id ?? "", group)) wake();
      });
    const due = rows.filter((row) => row.due !== null && row.due <= row.now);
    for (const webhook of slots.fairly(due)) await attended(() => dispatch(webhook));
    const waits = rows.flatMap(({ due: at, now }) =>
      at === null || at <= now ? [] : Date.parse(at) - Date.parse(now),
    );
    return Math.min(config.jobPollMs, ...waits);
  };

  const run = async () => {
    while (!stopping.signal.aborted) {
      let wait = config.jobPollMs;
      try {
        wait = await look();
      } catch (error) {
        log.warn({ err: error }, "looking for webhooks to deliver failed");
      }
      await wakeUp.wait(wait);
      await sleep(rest, undefined, { ref: false });
    }
  };
  const ended = run();

  return async () => {
    stopping.abort();
    wake();
    await ended;
    unsubscribe?.();
    await Promise.all(running);
  };
}
