import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { Worker } from "node:worker_threads";

// A compromised reader of documents; the document's name selects its behavior.

const name = await nameOfDocument();
const head = { title: null, tokens: 1, pictures: 0, problem: null };
const answer = (text: string, fields: object = {}) =>
  process.stdout.write(
    `${JSON.stringify({ state: "done", units: text.length, ...head, ...fields })}\n${text}`,
  );

const ways: Record<string, () => unknown> = {
  well: () => answer("fine"),
  "well after a while": async () => {
    await new Promise((resolve) => setTimeout(resolve, 3200));
    answer("fine");
  },
  dies: () => process.abort(),
  exits: () => process.exit(3),
  "answers and dies": () => process.stdout.write(`{"state":"skipped","reason":"x"}\n`, () => process.abort()),
  hangs: () => new Promise(() => setInterval(() => {}, 1000)),
  spins: () => {
    for (;;);
  },
  "is silent": () => {},
  "floods a line": () => flood("x"),
  "floods lines": () => flood("{}\n"),
  "floods text": () => {
    answer("", { units: 10_000_000 });
    flood("text ");
  },
  "no JSON": () => process.stdout.write("rubbish\nrubbish"),
  "no JSON and goes": () => process.stdout.write("rubbish", () => process.exit()),
  "another shape": () => process.stdout.write('{"state":"done","tokens":"many"}\n'),
  "more text than it says": () => answer("fine", { units: 2 }),
  "a field too many": () => answer("fine", { file: "/etc/passwd" }),
  "an endless reason": () => process.stdout.write(`{"state":"failed","reason":"${"x".repeat(5000)}"}\n`),
  "fills memory": () => {
    const kept: Buffer[] = [];
    for (;;) kept.push(Buffer.alloc(16 * 2 ** 20, 1));
  },
  "fills the heap": () => {
    const kept: unknown[] = [];
    for (;;) kept.push(Array<number>(500_000).fill(0.5));
  },
  "looks around": async () => answer(JSON.stringify(await lookAround())),
};
await ways[name]?.();

function flood(part: string): void {
  const chunk = part.repeat(100_000);
  const more = () => process.stdout.write(chunk, more);
  more();
}

async function lookAround(): Promise<Record<string, string>> {
  const attempts: Record<string, () => unknown> = {
    "read a file": () => readFileSync("/etc/passwd"),
    "read the folder of another program": () =>
      readFileSync(process.execPath.replace(/node_modules.*/, "README.md")),
    "write a file": () => writeFileSync(`${import.meta.dirname}/written`, "x"),
    "start a program": () => spawnSync("true"),
    "start a thread": () => new Worker("", { eval: true }),
    "load an addon": () => process.dlopen({ exports: {} } as NodeModule, "/usr/lib/none.node"),
    "make code of text": () => new Function("return 1")(),
  };
  const found: Record<string, string> = { environment: Object.keys(process.env).join(" ") };
  for (const [what, attempt] of Object.entries(attempts)) {
    try {
      attempt();
      found[what] = "done";
    } catch {
      found[what] = "refused";
    }
  }
  found["reach the network"] = await new Promise((resolve) => {
    connect(1, "127.0.0.1").once("error", ({ message }) =>
      resolve(/access/i.test(message) ? "refused" : "done"),
    );
  });
  return found;
}

/** Reads the task and keeps consuming input. */
function nameOfDocument(): Promise<string> {
  let input = "";
  return new Promise((resolve) => {
    process.stdin.on("data", (chunk) => {
      if (input.includes("\n")) return;
      input += String(chunk);
      if (input.includes("\n")) resolve(JSON.parse(input.split("\n")[0] ?? "").name);
    });
  });
}
