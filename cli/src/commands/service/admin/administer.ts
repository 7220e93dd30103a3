import { Failure } from "../../../failure.ts";
import { printable, say } from "../../../output.ts";

type Admin = typeof import("@groundplan/server/admin");

/**
 * Runs a command on the database itself. Names that database, or prints only the result with `json`. The
 * server is imported lazily, so that other commands start without it.
 */
export async function administer<T>(json: true | undefined, work: (admin: Admin) => Promise<T>): Promise<T> {
  const admin = await import("@groundplan/server/admin");
  try {
    const done = await work(admin);
    if (!json) say(printable(`In ${admin.adminDatabaseLocation(process.env)}:`));
    return done;
  } catch (error) {
    const isExpected = error instanceof admin.AdminError || error instanceof admin.ConfigError;
    throw isExpected ? new Failure(error.message, { cause: error }) : error;
  }
}
