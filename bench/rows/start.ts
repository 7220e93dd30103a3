import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { resident } from "../../server/test/resident.ts";
import type { Group } from "../row.ts";
import { freshData, removeFolder, type Settings } from "../service.ts";

const program = join(import.meta.dirname, "..", "..", "cli", "bin", "groundplan.js");

export const start: Group = {
  name: "start",
  about:
    "From the start of the built `groundplan serve` on existing data, with the build and compile cache of an earlier start, to the answer of `/readyz`; and the resident memory of the process 3 s later (`VmRSS`, Linux only).",
  async measure(effort) {
    const data = await freshData();
    const started = [];
    try {
      await startOnce(data.settings, 0);
      for (let round = 0; round < effort.rounds; round++)
        started.push(await startOnce(data.settings, effort.seconds(3)));
    } finally {
      removeFolder(data.settings);
    }
    return [
      {
        measure: "start to first answer",
        goal: { most: 0.35 },
        unit: "s",
        values: started.map(({ seconds }) => seconds),
      },
      {
        measure: "memory at rest",
        goal: { most: 110 },
        unit: "MB",
        values: started.flatMap(({ megabytes }) => megabytes ?? []),
      },
    ];
  },
};

async function startOnce(
  settings: Settings,
  restSeconds: number,
): Promise<{ seconds: number; megabytes: number | null }> {
  const from = performance.now();
  const child = spawn(program, ["serve"], {
    env: { ...process.env, ...settings },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const exited = once(child, "exit");
  try {
    const ended = exited.then(([code]) => {
      throw new Error(`the service ended with ${code} before it served`);
    });
    const line = once(child.stdout.setEncoding("utf8"), "data");
    const [said] = await Promise.race([line, ended]);
    const url = String(/on (\S+)/.exec(String(said))?.[1]).replace("localhost", "127.0.0.1");
    const { status } = await fetch(`${url}/readyz`);
    if (status !== 200) throw new Error(`/readyz answered ${status}`);
    const seconds = (performance.now() - from) / 1000;
    await sleep(restSeconds * 1000);
    return { seconds, megabytes: resident(child.pid) };
  } finally {
    child.kill();
    await exited;
  }
}
