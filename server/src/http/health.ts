import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import type { Context } from "../context.ts";
import { unavailable } from "../dispatch/wire-error.ts";

/** `/healthz`: the process answers. `/readyz`: it serves, its database too; while it drains, nothing but the former does. */
export function registerHealth(app: FastifyInstance, { db }: Context): void {
  app.get("/healthz", async () => ({ status: "ok" }));
  app.get("/readyz", async () => {
    await sql`select 1`.execute(db).catch((error) => {
      throw unavailable(String(error));
    });
    return { status: "ready" };
  });
}
