import { passageOf } from "./language.ts";
import { holdsQuestion } from "./question-words.ts";
import type { Finding, SpecText } from "./spec-text.ts";

/** Finds open questions in lines and title. */
export function openQuestions({ title, lines }: SpecText): Finding[] {
  const inTitle = holdsQuestion(passageOf(title))
    ? [{ line: null, text: "The title holds an open question." }]
    : [];
  const inContent = lines
    .filter((line) => line.isOpen)
    .map(({ number, raw }) => ({ line: number, text: `Still open: ${excerpt(raw)}` }));
  return [...inTitle, ...inContent];
}

function excerpt(raw: string): string {
  const text = raw.trim().replace(/^(?:[-*+]|\d{1,9}[.)])\s+/, "");
  return (text.length <= 100 ? text : `${text.slice(0, 99)}…`).toWellFormed();
}
