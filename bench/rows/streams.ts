import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { adminCreateKey } from "../../server/src/admin/index.ts";
import { resident } from "../../server/test/resident.ts";
import { cpus, type Server, startServer } from "../children.ts";
import { inTurns, ratios } from "../measure.ts";
import type { Group } from "../row.ts";
import { type Data, freshData, plan, removeFolder, withService } from "../service.ts";

const readers = 200;
const idle = 1000;

export const streams: Group = {
  name: "streams",
  about: `One client renames a spec continuously while ${readers} streams of \`GET /v1/events\` are open, waiting each time until all have received it: the CPU of the service per change, minus that without open streams, against a server that only writes the same bytes to ${readers} open responses. Then the memory that ${idle} open streams add, 40 s after opening.`,
  async measure(effort) {
    const data = await freshData();
    const keys = [data.key, ...(await otherKeys(data, idle / readers - 1))];
    try {
      const figures = await withService(
        data,
        async (service) => {
          const size = await sizeOfMessage(service, data.key);
          const bare = await startServer("bare-streams.ts", { BARE_SIZE: String(size) }, cpus.server);
          try {
            return await inTurns(effort, 2, {
              none: (seconds) => costOfChange(service, data.key, 0, seconds),
              streams: (seconds) => costOfChange(service, data.key, readers, seconds),
              bare: (seconds) => costOfChange(bare, null, readers, seconds),
            });
          } finally {
            await bare.stop();
          }
        },
        { cpu: cpus.server },
      );
      const added = figures.streams.map(({ cpu }, n) => ({ cpu: cpu - (figures.none[n]?.cpu ?? 0) }));
      const memory = await withService(data, (service) => memoryOf(service, keys), { cpu: cpus.server });
      return [
        {
          measure: `a changed spec reaches ${readers} open streams, CPU in addition to the change`,
          against: "a server that only writes the bytes",
          goal: { most: 3 },
          unit: "×",
          values: ratios(added, figures.bare, ({ cpu }) => cpu),
        },
        {
          measure: "… from the request to the last of them",
          unit: "ms",
          values: figures.streams.map(({ wall }) => wall * 1000),
        },
        { measure: `${idle} idle streams`, goal: { most: 30 }, unit: "MB", values: memory },
      ];
    } finally {
      removeFolder(data.settings);
    }
  },
};

async function otherKeys({ settings }: Data, count: number): Promise<string[]> {
  const of = { email: "bench@acme.example", workspace: "acme", scope: "read" as const };
  const keys: string[] = [];
  for (let n = 0; n < count; n++)
    keys.push((await adminCreateKey(settings, { ...of, name: `key ${n}` })).secret);
  return keys;
}

/** Opens a stream; `taken` is called with each part after the first. */
async function open(port: number, key: string | null, taken: (part: string) => void): Promise<Socket> {
  const socket = connect(port, "127.0.0.1").setEncoding("utf8");
  const authorization = key === null ? "" : `authorization: Bearer ${key}\r\n`;
  socket.write(`GET /v1/events HTTP/1.1\r\nhost: 127.0.0.1\r\n${authorization}\r\n`);
  await new Promise<void>((resolve) => {
    let begun = false;
    socket.on("data", (part: string) => {
      if (begun) return taken(part);
      begun = part.includes(":\n\n");
      if (begun) resolve();
    });
  });
  return socket;
}

let changes = 0;

const change = async ({ port }: Server, key: string | null): Promise<unknown> =>
  (
    await fetch(
      `http://127.0.0.1:${port}${key === null ? "/" : `${plan}/specs/SPEC-1`}`,
      key === null
        ? { method: "POST" }
        : {
            method: "PATCH",
            headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
            body: JSON.stringify({ title: `Spec ${changes++}` }),
          },
    )
  ).arrayBuffer();

async function sizeOfMessage(service: Server, key: string): Promise<number> {
  let size = 0;
  const socket = await open(service.port, key, (part) => {
    size += part.length;
  });
  await change(service, key);
  while (size === 0) await sleep(1);
  socket.destroy();
  return size - "xxx\r\n\r\n".length;
}

async function costOfChange(server: Server, key: string | null, count: number, seconds: number) {
  let reached = 0;
  const sockets = await Promise.all(
    Array.from({ length: count }, () => open(server.port, key, () => reached++)),
  );
  const before = await server.cpu();
  const from = performance.now();
  let made = 0;
  for (; performance.now() < from + seconds * 1000; made++) {
    reached = 0;
    await change(server, key);
    while (reached < count) await new Promise((resolve) => setImmediate(resolve));
  }
  const wall = (performance.now() - from) / 1000 / made;
  const cpu = ((await server.cpu()) - before) / made;
  for (const socket of sockets) socket.destroy();
  return { cpu, wall };
}

async function memoryOf(service: Server, keys: readonly string[]): Promise<number[]> {
  for (let n = 0; n < 20; n++) await change(service, keys[0] ?? "");
  await sleep(5000); // The start's garbage is collected and returned by then.
  const before = resident(service.pid);
  const sockets: Socket[] = [];
  for (let n = 0; n < idle; n++)
    sockets.push(await open(service.port, keys[n % keys.length] ?? "", () => {}));
  await sleep(40_000); // The garbage of opening streams is collected by then.
  const after = resident(service.pid);
  for (const socket of sockets) socket.destroy();
  return before === null || after === null ? [] : [after - before];
}
