import { Failure } from "../../failure.ts";

type Admin = typeof import("@groundplan/server/admin");

/** Runs what works on the database itself. The server is loaded here, so that other commands start without it. */
export async function administer<T>(work: (admin: Admin) => Promise<T>): Promise<T> {
  const admin = await import("@groundplan/server/admin");
  try {
    return await work(admin);
  } catch (error) {
    const isExpected = error instanceof admin.AdminError || error instanceof admin.ConfigError;
    throw isExpected ? new Failure(error.message, { cause: error }) : error;
  }
}
