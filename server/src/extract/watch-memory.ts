import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";

/**
 * Calls back once a process exceeds its resident memory. Heap limits don't cover external memory such as an
 * archive's bytes. Returns a function that stops watching.
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

/** Reads the value in kilobytes, since page sizes vary. */
function residentOnLinux(pid: number): number {
  try {
    const [, kilobytes = "0"] = /^VmRSS:\s*(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return Number(kilobytes) * 1024;
  } catch {
    return 0; // The process has exited.
  }
}

function askForResident(pid: number, tell: (bytes: number) => void): void {
  execFile("ps", ["-o", "rss=", "-p", String(pid)], (_error, stdout) => tell(Number(stdout) * 1024 || 0));
}
