import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import type { Context } from "../context.ts";
import { unavailable } from "../dispatch/wire-error.ts";

/** `/healthz`: the process answers. `/readyz`: it serves, its database too, and it is not draining. */
export function registerHealth(app: FastifyInstance, { db, draining }: Context): void {
  app.get("/healthz", async () => ({ status: "ok" }));
  app.get("/readyz", async () => {
    if (draining.aborted) throw unavailable("draining");
    await sql`select 1`.execute(db).catch((error) => {
      throw unavailable(String(error));
    });
    return { status: "ready" };
  });
}
