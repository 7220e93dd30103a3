const ANSWER_WORDS =
  "(?:yes|no|none|answer(?:ed)?|decided|decision|resolved|はい|いいえ|回答|決定)[*_\\s]*(?:[.,:;。、：—–-]|$)";
// Matches a sentence that ends in a question mark and isn't answered right after it; `a?.b`, `?q=1`, `a ?? b` are none.
const QUESTION = new RegExp(
  `(?:[^\\s?？!！]!*[?？][?？!！]*(?=[\\s)\\]"'*_」』）]|$)|[?？]$)(?![\\s)\\]"'*_」』）(]*(?:${ANSWER_WORDS}|because\\b|→|->|=))`,
  "i",
);
// Most lines hold no question mark; this test makes them many times as fast.
const MARK = /[?？]/;
// Matches TODO and FIXME as marks, not as the subject of a sentence.
const MARKER =
  /\b(?:TBD|TBC)\b(?! (?:placeholder|marker|comment|text)s?\b)|(?<![\w"'#])(?:TODO|FIXME)(?=[:：)\]]|$)|^[\s\d>*+().[\]-]*(?:TODO|FIXME) (?!lists?\b|items?\b|apps?\b|comments?\b)|\?{3}|未定|要検討|要確認|検討中/;
const PHRASE =
  /\bto be (?:confirmed|decided|defined|determined|discussed)(?=[\s*_]*(?:[.;:)\]]|$))|\b(?:still|yet|remains?) to be (?:confirmed|decided|defined|determined|discussed)\b|\b(?:open|unresolved) (?:question|issue|point)s?:|\bneeds? (?:a )?decision\b/i;
const HEADING =
  /^[^\p{L}]*(?:(?:open|unresolved|outstanding) (?:questions?|issues?|points?)|未解決(?:の(?:質問|課題|問題))?|未決事項|未確定事項)[^\p{L}]*$/iu;
const NOTHING = /^[^\p{L}]*(?:none|n\/a|nothing|no|特に(?:なし|ありません)|なし)(?:[^\p{L}]|$|(?<=なし))/iu;
const ANSWER = new RegExp(`^[^\\p{L}]*${ANSWER_WORDS}`, "iu");
const DONE = /^\s*(?:[-*+]|\d{1,9}[.)])\s+(?:\[[xX]\]|✅|☑|✔|~~)/;
// The limit keeps the work bounded; no heading that announces questions is longer.
const LONGEST_HEADING = 100;

/** Returns true if a heading announces open questions: each entry below it is one. */
export function announcesOpenQuestions(heading: string): boolean {
  return heading.length <= LONGEST_HEADING && HEADING.test(heading);
}

/** Returns true if a line of plain text holds an open question or the mark of one. */
export function holdsQuestion(text: string): boolean {
  return (MARK.test(text) && QUESTION.test(text)) || MARKER.test(text) || PHRASE.test(text);
}

/** Returns true if an entry below such a heading says that there is nothing. */
export const saysNothing = (text: string) => NOTHING.test(text);

/** Returns true if a line answers the question in the line above it. */
export const isAnswer = (text: string) => ANSWER.test(text);

/** Returns true if a line of markdown is an entry that is ticked off or struck. */
export const isDone = (raw: string) => DONE.test(raw);
