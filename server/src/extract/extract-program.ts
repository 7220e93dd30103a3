import type { AnswerHead, Task } from "./answer.ts";
import { extractText } from "./extract-text.ts";

// Entry point of the confined program (`start-confined.ts`) that reads one document. Input: a line with the
// task, then the bytes. Output: a line with the findings, then the text.

/** Libraries log to the console, which carries the answer. */
for (const name of ["log", "info", "warn", "error", "debug", "trace"] as const) console[name] = () => {};
void answer();

async function answer(): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk);
  const input = Buffer.concat(chunks.splice(0));
  const end = input.indexOf("\n");
  const task = JSON.parse(input.toString("utf8", 0, end)) as Task;
  const { text, ...head } = await extractText(input.subarray(end + 1), task);
  await write(`${JSON.stringify(head satisfies AnswerHead)}\n`);
  for (let offset = 0; offset < text.length; ) {
    const cut = offset + 100_000;
    const until = (text.charCodeAt(cut) & 0xfc00) === 0xdc00 ? cut + 1 : cut;
    await write(text.slice(offset, until));
    offset = until;
  }
  process.exit(0); // Libraries may have left timers or handles.
}

function write(part: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(part, (error) => (error ? reject(error) : resolve()));
  });
}
