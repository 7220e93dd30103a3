import { existsSync, readdirSync, readFileSync } from "node:fs";
import { openPostgres } from "../server/src/storage/postgres.ts";

/** Returns a reader of the CPU seconds of PostgreSQL's processes; null if remote or unavailable. */
export async function cpuOfPostgres(databaseUrl: string): Promise<(() => number) | null> {
  const { pool, db } = openPostgres(databaseUrl, "read", 1);
  const { rows } = await pool.query<{ pid: number }>("select pg_backend_pid() as pid");
  const backend = rows[0]?.pid ?? 0;
  const isHere = existsSync(`/proc/${backend}/schedstat`) && nameOf(backend).startsWith("postgres");
  const server = isHere ? parentOf(backend) : 0;
  await db.destroy();
  if (!isHere) return null;
  const used = new Map<number, number>(); // Counts processes that have ended, too.
  return () => {
    for (const entry of readdirSync("/proc")) {
      const pid = Number(entry);
      if (pid === server || parentOf(pid) === server) used.set(pid, secondsOf(pid) ?? used.get(pid) ?? 0);
    }
    return used.values().reduce((sum, seconds) => sum + seconds, 0);
  };
}

const nameOf = (pid: number) => read(`/proc/${pid}/comm`) ?? "";

/**
 * Returns the fourth field of `stat`. The second, the name, may contain anything but ends with the last `)`.
 */
const parentOf = (pid: number) => Number(read(`/proc/${pid}/stat`)?.split(") ").at(-1)?.split(" ")[1]);

function secondsOf(pid: number): number | undefined {
  const nanoseconds = read(`/proc/${pid}/schedstat`)?.split(" ")[0];
  return nanoseconds === undefined ? undefined : Number(nanoseconds) / 1e9;
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
