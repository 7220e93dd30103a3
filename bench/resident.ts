import { readFileSync } from "node:fs";

/** Megabytes that a process has in memory; null where that can't be told (Linux only). */
export const resident = (pid: number | undefined) => megabytes(pid, "VmRSS");

/** The most that it ever had. */
export const residentPeak = (pid: number | undefined) => megabytes(pid, "VmHWM");

function megabytes(pid: number | undefined, name: string): number | null {
  if (process.platform !== "linux" || pid === undefined) return null;
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(new RegExp(`^${name}:\\s*(\\d+) kB`, "m").exec(status)?.[1]) / 1024;
}
