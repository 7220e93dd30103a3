import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";

/**
 * Calls back once a process has more resident memory than the limit. A limit of the heap does not stop memory that
 * lies outside of it, such as the bytes of an archive. Returns the function that ends the watch.
 */
export function watchMemory(pid: number, limit: number, onTooMuch: () => void): () => void {
  let watching = true;
  const check = (bytes: number) => {
    if (watching && bytes > limit) onTooMuch();
  };
  const timer =
    process.platform === "linux"
      ? setInterval(() => check(residentOnLinux(pid)), 25)
      : setInterval(() => askForResident(pid, check), 500);
  timer.unref();
  return () => {
    watching = false;
    clearInterval(timer);
  };
}

/** Reads the line that is in kilobytes, since the size of a page is not the same everywhere. */
function residentOnLinux(pid: number): number {
  try {
    const [, kilobytes = "0"] = /^VmRSS:\s*(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return Number(kilobytes) * 1024;
  } catch {
    return 0; // The process has ended.
  }
}

function askForResident(pid: number, tell: (bytes: number) => void): void {
  execFile("ps", ["-o", "rss=", "-p", String(pid)], (_error, stdout) => tell(Number(stdout) * 1024 || 0));
}
