import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";

/** The parts of a second in which Linux counts, whatever the machine. */
const ticks = 100;

/** Calls back once a process has used more than so many seconds of processor time. Returns the function that ends the watch. */
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

/** Adds the time in the program and the time in the system for it, which are the 14th and the 15th value. */
function usedOnLinux(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const values = stat.slice(stat.lastIndexOf(")") + 2).split(" "); // The name before it may hold spaces.
    return (Number(values[11]) + Number(values[12])) / ticks;
  } catch {
    return 0; // The process has ended.
  }
}

function askForUsed(pid: number, tell: (seconds: number) => void): void {
  execFile("ps", ["-o", "time=", "-p", String(pid)], (_error, stdout) => tell(secondsOf(stdout.trim())));
}

/** Reads a time such as `1-02:03:04`, `2:03` or `0:01.25`. */
function secondsOf(text: string): number {
  const [, days = "0", rest = ""] = /^(?:(\d+)-)?([\d:.]+)$/.exec(text) ?? [];
  return Number(days) * 86_400 + rest.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
}
