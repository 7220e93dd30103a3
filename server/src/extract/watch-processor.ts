import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";

/** Linux's clock ticks per second. */
const ticks = 100;

/** Calls back once a process exceeds its CPU seconds. Returns a function that stops watching. */
export function watchProcessor(pid: number, seconds: number, onTooMuch: () => void): () => void {
  let watching = true;
  const check = (used: number) => {
    if (watching && used > seconds) onTooMuch();
  };
  const timer =
    process.platform === "linux"
      ? setInterval(() => check(usedOnLinux(pid)), 100)
      : setInterval(() => askForUsed(pid, check), 1000);
  timer.unref();
  return () => {
    watching = false;
    clearInterval(timer);
  };
}

/** Adds user and system time, fields 14 and 15. */
function usedOnLinux(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const values = stat.slice(stat.lastIndexOf(")") + 2).split(" "); // The process name may contain spaces.
    return (Number(values[11]) + Number(values[12])) / ticks;
  } catch {
    return 0; // The process has exited.
  }
}

function askForUsed(pid: number, tell: (seconds: number) => void): void {
  execFile("ps", ["-o", "time=", "-p", String(pid)], (_error, stdout) => tell(secondsOf(stdout.trim())));
}

/** Parses a time such as `1-02:03:04`, `2:03` or `0:01.25`. */
function secondsOf(text: string): number {
  const [, days = "0", rest = ""] = /^(?:(\d+)-)?([\d:.]+)$/.exec(text) ?? [];
  return Number(days) * 86_400 + rest.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
}
