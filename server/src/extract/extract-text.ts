import { countTokens } from "../tokens/count.ts";
import type { AnswerHead, Task } from "./answer.ts";
import { firstCharacters } from "./characters.ts";
import { hasBrokenLetters } from "./decode-text.ts";
import { type Kind, kindOf, readers } from "./kinds.ts";
import { longest, type Read, type Reader, Unreadable } from "./reader.ts";
import { shorten } from "./shorten.ts";

type Answer = AnswerHead & { text: string };

/** Does the task: reads the document, or counts the tokens of a text. */
export async function extractText(bytes: Buffer, task: Task): Promise<Answer> {
  try {
    const kind = await kindOf(bytes, task);
    const reader: Reader = await readers[kind]();
    const read = await reader(bytes, task);
    const isBroken = kindsOfText.includes(kind) && hasBrokenLetters(bytes, read.text);
    return finish(read, isBroken);
  } catch (error) {
    if (error instanceof Unreadable) return { state: error.state, reason: error.message, text: "" };
    return {
      state: "failed",
      reason: "The file is damaged, or it is written in a way that can't be read.",
      text: "",
    };
  }
}

/** These show the letters of their file as they are; HTML has its own ways to name one. */
const kindsOfText: readonly Kind[] = ["plain", "markdown", "csv", "json"];

const broken = "Some of its letters are broken, and are shown as \ufffd.";

/** Takes out the characters that no database stores, and cuts a text that is too long. */
function finish(read: Read, isBroken: boolean): Answer {
  const clean = read.text
    .replace(/(?![\t\n])\p{Cc}|[\ufffe\uffff]/gu, "")
    .toWellFormed()
    .trim();
  const text = firstCharacters(clean, longest);
  const cut =
    text.length === clean.length
      ? null
      : `The text was cut after ${longest.toLocaleString("en")} characters.`;
  const problem = [read.problem, isBroken && broken, cut].filter(Boolean).join(" ") || null;
  return done({ ...read, text, problem });
}

const done = ({ text, pictures, problem, title }: Read): Answer => ({
  state: "done",
  title: title ? shorten(title, 200) : null,
  tokens: countTokens(text),
  units: text.length,
  pictures,
  problem: problem && shorten(problem, 1000),
  text,
});
