import { StringDecoder } from "node:string_decoder";
import { type AnswerHead, answerHead } from "./answer.ts";
import { longest } from "./reader.ts";

/** Bytes of the first line. */
const headLimit = 16_384;
/** A character takes at most four bytes. */
const answerLimit = headLimit + 4 * longest;

export interface ExtractAnswer {
  head: AnswerHead;
  text: string;
}

/** Reads an answer in small steps that don't block the thread. Returns `null` if it is malformed. */
export async function readAnswer(stdout: AsyncIterable<Buffer>): Promise<ExtractAnswer | null> {
  const decoder = new StringDecoder("utf8");
  let head: AnswerHead | null = null;
  let text = "";
  let bytes = 0;
  for await (const chunk of stdout) {
    bytes += chunk.length;
    if (bytes > answerLimit) return null;
    const part = decoder.write(chunk);
    if (part.includes("\0")) return null; // The program strips NUL, which PostgreSQL can't store.
    text += part;
    if (head !== null) continue;
    const end = text.indexOf("\n");
    if (end > headLimit || (end < 0 && text.length > headLimit)) return null;
    if (end < 0) continue;
    head = parseHead(text.slice(0, end));
    if (head === null) return null;
    text = text.slice(end + 1);
  }
  text += decoder.end();
  if (head === null) return null;
  return text.length === (head.state === "done" ? head.units : 0) ? { head, text } : null;
}

function parseHead(line: string): AnswerHead | null {
  try {
    return answerHead.safeParse(JSON.parse(line)).data ?? null;
  } catch {
    return null;
  }
}
