import type { Passage } from "./language.ts";
import { type Entry, KINDS, learn, sourcesOf } from "./starts.ts";

const ANSWER_WORDS =
  "(?:yes|no|none|answer(?:ed)?|decided|decision|resolved|はい|いいえ|回答|決定)[*_\\s]*(?:[.,:;。、：—–-]|$)";
// A sentence ending in a question mark without an immediate answer; not `a?.b`, `?q=1` or `a ?? b`.
const QUESTION = new RegExp(
  `(?:[^\\s?？؟!！]!*[?？؟][?？؟!！]*(?=[\\s)\\]"'*_」』）]|$)|[?？؟]$)(?![\\s)\\]"'*_」』）(]*(?:${ANSWER_WORDS}|because\\b|→|->|=))`,
  "i",
);
// Fast path: most lines contain neither question mark nor Japanese marker.
const SIGN = /[?？؟未要検]/;
// TBD as a placeholder: alone, at the end of a clause, or before the missing part, but not as the sentence's
// subject. TODO and FIXME as markers.
const MARKER =
  /\b(?:TBD|TBC)\b(?=[\s*_]*(?:[.,:;!)\]|：]|[–—-]\s|$))|^[\s\d>*+().[\]|-]*(?:TBD|TBC)\b|(?<![\w"'#])(?:TODO|FIXME)(?=[:：)\]]|$)|^[\s\d>*+().[\]-]*(?:TODO|FIXME) (?!lists?\b|items?\b|apps?\b|comments?\b)|\?{3}|\[NEEDS CLARIFICATION\b|未定|要検討|要確認|検討中/;
learn(KINDS.open, ["tbd", "tbc", "todo", "fixme", "clarification"]);
const DECIDED = "(?:clarified|confirmed|decided|defined|determined|discussed)";
const WHICH = "(?:whether|if|which|what|where|who|how)";
// Phrases for pending decisions, research or questions.
const PHRASES: readonly Entry[] = [
  [
    "clarified,confirmed,decided,defined,determined,discussed",
    `\\bto be ${DECIDED}(?=[\\s*_]*(?:[.;:)\\]]|$))|\\bto be (?:clarified|decided|discussed) (?:with|by)\\b`,
  ],
  [
    "clarified,confirmed,decided,defined,determined,discussed",
    `\\b(?:still|yet|remains?) to be ${DECIDED}\\b|\\b(?:has|have|needs?) to be (?:clarified|decided|discussed)\\b`,
  ],
  ["open,unresolved", "\\b(?:open|unresolved) (?:question|issue|point)s?:"],
  [
    "decision,clarification",
    "\\b(?:needs?|requires?|awaits?|awaiting|pending|waits? for) (?:an? |the )?(?:[\\w-]+ ){0,3}(?:decision|clarification)\\b",
  ],
  ["pending,undecided,unclear", "\\(pending\\)|\\b(?:undecided|unclear)\\b"],
  [
    "sure,clear,known,decided,settled,agreed",
    `\\bnot (?:yet |quite )?(?:sure|clear|known|decided|settled|agreed)(?: yet)? ${WHICH}\\b`,
  ],
  [
    "clear,decided,known,settled,agreed,sure",
    "\\bnot (?:yet (?:clear|decided|known|settled|agreed|sure)|(?:clear|decided|known|settled|agreed|sure) yet)\\b",
  ],
  [
    "decided,settled,agreed,clarified",
    "\\b(?:has|have|is|are)(?: not|n't) (?:yet )?(?:been )?(?:decided|settled|agreed|clarified)(?: yet)?(?=[\\s*_]*(?:[.,;:)\\]]|$))",
  ],
  ["know", `\\b(?:don't|do not|doesn't|does not) know (?:yet )?${WHICH}\\b`],
  ["knows,answered,decided", "\\b(?:nobody|no one) (?:knows yet|has (?:answered|decided))\\b"],
  [
    "unclear,discussion,discussed,debate",
    "\\bstill (?:unclear|under discussion|being discussed)(?=[\\s*_]*(?:[.,;:)\\]]|$))|\\bup for (?:debate|discussion)\\b",
  ],
  ["see ", "\\b(?:we'll|we will|let's|let us) see\\b"],
  ["ask ", "\\b(?:please|to|,) ask [A-Z]\\w+(?=[\\s*_]*(?:[.;)\\]]|$))"],
  ["decide,clarify,find", `^[\\s\\d>*+().[\\]-]*(?:decide|clarify|find out) ${WHICH}\\b`],
];
const PHRASE = new RegExp(sourcesOf(KINDS.open, PHRASES).join("|"), "i");
const HEADINGS = [
  "(?:open|unresolved|outstanding|unanswered) (?:questions?|issues?|points?)",
  "(?:(?:points?|questions?|issues?) )?(?:requiring|needing|needs?|for) clarification",
  "clarifications? (?:needed|required)",
  "to be (?:clarified|decided)",
  "(?:open )?decisions? (?:needed|pending|required|to make)",
  "open topics|unknowns",
  "未解決(?:の(?:質問|課題|問題))?|未決事項|未確定事項",
  "offene (?:fragen|punkte)",
  "(?:questions|points) (?:ouvertes|ouverts|en suspens)",
  "(?:preguntas|cuestiones) (?:abiertas|pendientes)",
  "(?:questões|perguntas|pontos) (?:em aberto|abertas|pendentes)",
  "(?:未决|待定|待解决|待确认|开放)(?:的)?(?:问题|事项)",
  "أسئلة مفتوحة",
];
const HEADING = new RegExp(`^[^\\p{L}]*(?:${HEADINGS.join("|")})[^\\p{L}]*$`, "iu");
const NOTHING = /^[^\p{L}]*(?:none|n\/a|nothing|no|特に(?:なし|ありません)|なし)(?:[^\p{L}]|$|(?<=なし))/iu;
const ANSWER = new RegExp(`^[^\\p{L}]*${ANSWER_WORDS}`, "iu");
const DONE = /^\s*(?:[-*+]|\d{1,9}[.)])\s+(?:\[[xX]\]|✅|☑|✔|~~)/;
const PRESENTED = /\b(?:questions|FAQ)\b/i;
const UNANSWERED = /\b(?:open|unresolved|unanswered|clarif\w*|decid\w*|answer)\b/i;
// Bounds the work.
const LONGEST_HEADING = 100;

/** Tests for a heading of open questions, under which every entry is one. */
export function announcesOpenQuestions(heading: string): boolean {
  return heading.length <= LONGEST_HEADING && HEADING.test(heading);
}

/** Tests for an open question or its marker. */
export function holdsQuestion({ text, kinds }: Passage): boolean {
  if (SIGN.test(text) && (QUESTION.test(text) || MARKER.test(text))) return true;
  return (kinds & KINDS.open) > 0 && (MARKER.test(text) || PHRASE.test(text));
}

/** Tests for a line that presents the questions below as content, as in a FAQ. */
export function presentsQuestions(text: string): boolean {
  return text.trimEnd().endsWith(":") && PRESENTED.test(text) && !UNANSWERED.test(text);
}

/** Tests for an entry that says "none". */
export const saysNothing = (text: string) => NOTHING.test(text);

/** Tests for a line that answers the question above it. */
export const isAnswer = (text: string) => ANSWER.test(text);

/** Tests for a ticked or struck entry. */
export const isDone = (raw: string) => DONE.test(raw);
