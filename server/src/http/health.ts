import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { unavailable } from "../dispatch/serialized-error.ts";
import type { ServerContext } from "./server-context.ts";

/** The milliseconds for which the database's last answer is used. */
const asksEvery = 1000;

/**
 * Registers `/healthz` (the process answers) and `/readyz` (it serves, and so does its database); while the process
 * drains, only the former is 200. Both are open to everybody without a limit: the database is asked once a second at
 * most, and no probe is refused because of others.
 */
export function registerHealth(app: FastifyInstance, { db }: ServerContext): void {
  let askedAt = Number.NEGATIVE_INFINITY;
  let asked: Promise<unknown> = Promise.resolve();
  const ask = () => {
    const now = performance.now();
    if (now - askedAt < asksEvery) return asked;
    askedAt = now;
    asked = sql`select 1`.execute(db);
    asked.catch(() => {}); // Each who waits for it hears of it.
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
