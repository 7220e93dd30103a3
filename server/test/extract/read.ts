import { readFileSync } from "node:fs";
import type { AnswerHead } from "../../src/extract/answer.ts";
import { extractText } from "../../src/extract/extract-text.ts";

export type Whole = Extract<AnswerHead, { state: "done" }> & { text: string };

/** Reads a document in this process with the confined program's code. */
export const read = (name: string, bytes: Buffer | string, mediaType = "", address = "") =>
  extractText(Buffer.from(bytes), { name, mediaType, address });

export async function readWhole(...parameters: Parameters<typeof read>): Promise<Whole> {
  const answer = await read(...parameters);
  if (answer.state !== "done") throw new Error(answer.reason);
  return answer;
}

export const corpus = (name: string) => readFileSync(new URL(`../corpus/${name}`, import.meta.url));
export const readCorpus = (name: string) => readWhole(name, corpus(name));
