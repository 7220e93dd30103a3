import { startGitHub } from "./start.ts";

// Runs the stand-in as a process: `node serve.ts [options as JSON]`, with a pipe as stdin. Prints a line of
// JSON; ends with the pipe or on SIGTERM, so never outlives a test.
const { url, token, repository, close } = await startGitHub(JSON.parse(process.argv[2] ?? "{}"));

let ending = false;
async function end(): Promise<void> {
  if (ending) return;
  ending = true;
  await close();
  process.exit(0);
}
process.stdin.resume().once("close", end).once("end", end);
process.once("SIGTERM", end);
process.stdout.write(`${JSON.stringify({ url, token, repository })}\n`);
