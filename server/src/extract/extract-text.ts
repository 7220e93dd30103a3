import { countTokens } from "../tokens/count.ts";
import type { AnswerHead, Task } from "./answer.ts";
import { firstCharacters } from "./characters.ts";
import { charsetOf, hasBrokenLetters, hasDoubtfulLetters } from "./decode-text.ts";
import { type FileKind, kindOf, readers } from "./kinds.ts";
import { joinProblems, longest, type Read, type Reader, Unreadable } from "./reader.ts";

type Answer = AnswerHead & { text: string };

/** Reads the document, or counts the tokens of a text. */
export async function extractText(bytes: Buffer, task: Task): Promise<Answer> {
  try {
    const kind = await kindOf(bytes, task);
    const reader: Reader = await readers[kind]();
    const read = await reader(bytes, task);
    return finish(read, kindsOfText.includes(kind) ? lettersProblem(bytes, read.text, task) : null);
  } catch (error) {
    if (error instanceof Unreadable) {
      const { state, message: reason, pictures } = error;
      return { state, reason, pictures, text: "" };
    }
    return {
      state: "failed",
      reason: "The file is damaged, or it is written in a way that can't be read.",
      text: "",
    };
  }
}

/** Kinds that show characters as they are, unlike HTML with its entities. */
const kindsOfText: readonly FileKind[] = ["plain", "markdown", "csv", "json"];

function lettersProblem(bytes: Buffer, text: string, { mediaType }: Task): string | null {
  if (hasBrokenLetters(bytes, text)) return "Some of its letters are broken, and are shown as \ufffd.";
  return hasDoubtfulLetters(bytes, text, charsetOf(mediaType))
    ? "The file does not say how its letters are encoded, and they are probably wrong. Save it as UTF-8."
    : null;
}

/** Removes characters that no database stores, and truncates. */
function finish(read: Read, letters: string | null): Answer {
  const clean = read.text
    .replace(/(?![\t\n])\p{Cc}|[\ufffe\uffff]/gu, "")
    .toWellFormed()
    .trim();
  const text = firstCharacters(clean, longest);
  const cut =
    text.length === clean.length
      ? null
      : `The text was cut after ${longest.toLocaleString("en")} characters.`;
  const problem = joinProblems([read.problem, letters, cut]);
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

/** Shortens a text to one line of at most `most` characters, at a word boundary. */
function shorten(text: string, most: number): string {
  const plain = text.replace(/\s+/g, " ").trim();
  if (plain.length <= most) return plain;
  const cut = plain.slice(0, most - 1);
  return `${cut.replace(/[\ud800-\udbff]$/, "").replace(/\s+\S{0,30}$/, "")}…`;
}
