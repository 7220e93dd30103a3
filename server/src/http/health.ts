import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { unavailable } from "../dispatch/serialized-error.ts";
import type { ServerContext } from "./server-context.ts";

/** Milliseconds for which the database's last answer is reused. */
const asksEvery = 1000;

/**
 * Registers `/healthz` (alive) and `/readyz` (serving, with its database; 503 while draining). Unlimited,
 * since the database is asked at most once a second.
 */
export function registerHealth(app: FastifyInstance, { db }: ServerContext): void {
  let askedAt = Number.NEGATIVE_INFINITY;
  let asked: Promise<unknown> = Promise.resolve();
  const ask = () => {
    const now = performance.now();
    if (now - askedAt < asksEvery) return asked;
    askedAt = now;
    asked = sql`select 1`.execute(db);
    asked.catch(() => {}); // Each waiter handles the rejection.
    return asked;
  };
  app.get("/healthz", async () => ({ status: "ok" }));
  app.get("/readyz", async () => {
    await ask().catch((error) => {
      throw unavailable(String(error));
    });
    return { status: "ready" };
  });
}
