import { startGitHub } from "./start.ts";

// The stand-in as a process of its own, for tests that kill the client under it: `node serve.ts`, with a pipe
// as standard input, and the options as JSON in an argument if there are any. Prints one line of JSON and ends with
// the pipe or on SIGTERM, so it never outlives a test.
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
