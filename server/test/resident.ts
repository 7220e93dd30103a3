import { readFileSync } from "node:fs";

/** Returns a process's resident memory in MB; null except on Linux. */
export const resident = (pid: number | undefined) => megabytes(pid, "VmRSS");

export const residentPeak = (pid: number | undefined) => megabytes(pid, "VmHWM");

function megabytes(pid: number | undefined, name: string): number | null {
  if (process.platform !== "linux" || pid === undefined) return null;
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(new RegExp(`^${name}:\\s*(\\d+) kB`, "m").exec(status)?.[1]) / 1024;
}
