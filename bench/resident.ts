import { readFileSync } from "node:fs";

/** Returns the megabytes that a process has in memory; null where the system does not tell (anywhere but Linux). */
export const resident = (pid: number | undefined) => megabytes(pid, "VmRSS");

/** Returns the most megabytes that a process ever had in memory. */
export const residentPeak = (pid: number | undefined) => megabytes(pid, "VmHWM");

function megabytes(pid: number | undefined, name: string): number | null {
  if (process.platform !== "linux" || pid === undefined) return null;
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(new RegExp(`^${name}:\\s*(\\d+) kB`, "m").exec(status)?.[1]) / 1024;
}
