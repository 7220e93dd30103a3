import { StringDecoder } from "node:string_decoder";
import { type AnswerHead, answerHead } from "./answer.ts";
import { longest } from "./reader.ts";

/** The longest first line. */
const headLimit = 16_384;
/** The most bytes of an answer: a character has four at most. */
const answerLimit = headLimit + 4 * longest;

export interface Answer {
  head: AnswerHead;
  text: string;
}

/** Reads an answer piece by piece, so that no piece holds the thread. Returns `null` for anything else. */
export async function readAnswer(stdout: AsyncIterable<Buffer>): Promise<Answer | null> {
  const decoder = new StringDecoder("utf8");
  let head: AnswerHead | null = null;
  let text = "";
  let bytes = 0;
  for await (const chunk of stdout) {
    bytes += chunk.length;
    if (bytes > answerLimit) return null;
    const part = decoder.write(chunk);
    if (part.includes("\0")) return null; // PostgreSQL stores no such character, and the program leaves it out.
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
