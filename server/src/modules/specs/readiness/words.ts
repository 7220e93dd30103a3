import { HIDDEN } from "./plain-text.ts";

// These are the expressions of the rules, in the languages that they read. Another language is one more list of each
// kind and a way to recognize it in `language.ts`; a rule says nothing about a text in a language that it can't read.

/** Judgements that two readers would make differently. */
const VAGUE_ENGLISH = [
  "adequate(?:ly)?",
  "appropriate(?:ly)?",
  "beautiful(?:ly)?",
  "correctly",
  "eas(?:y to|ily)",
  "effectively",
  "efficient(?:ly)?",
  "elegant(?:ly)?",
  "(?<!fail )fast(?! path)",
  "flexibl[ey]",
  "graceful(?:ly)?",
  "helpful",
  "high[ -](?:performance|quality)",
  "intelligent(?:ly)?",
  "intuitive(?:ly)?",
  "meaningful",
  "modern",
  "nice(?:ly)?",
  "optimal(?:ly)?",
  "optimi[sz]ed for",
  "performant",
  "powerful",
  "proper(?:ly)?",
  "quickly",
  "reasonabl[ey]",
  "reliabl[ey]",
  "robust(?:ly)?",
  "scalable",
  "seamless(?:ly)?",
  "securely",
  "sensibl[ey]",
  "smooth(?:ly)?",
  "state[ -]of[ -]the[ -]art",
  "suitabl[ey]",
  "user[ -]friendly",
];
const VAGUE_JAPANESE =
  /適切[なに]|適宜|迅速|高速|素早く|正しく|使いやす|直感的|美しい|快適|柔軟|スムーズ|十分[なに]|効率的|[分わ]かりやす|ユーザーフレンドリー/g;

/** Ways out of a promise: it may be left undone, or goes on without an end. */
const ESCAPE_ENGLISH = [
  "(?:if|where|when|wherever|whenever|as) (?:possible|appropriate|feasible|practical|applicable)",
  "as (?:needed|necessary)",
  "(?:works?|behaves?|functions?) (?:as (?:expected|intended|usual)|correctly|properly|well|fine)",
  "as (?:expected|intended)",
  "and (?:so on|more|the like)",
  "including but not limited to",
  "best[ -]effort",
  "nice[ -]to[ -]have",
  "etc(?!\\.?\\))",
  "ideally",
  "maybe",
  "perhaps",
  "preferably",
  "probably",
];
const ESCAPE_JAPANESE =
  /必要に応じて|可能な限り|可能であれば|でき[るれ](?:だけ|限り|ば)|期待(?:通り|どおり)/g;

/** Failures and obstacles: a text with any of them speaks about a failure. */
const FAILURE_ENGLISH = [
  "(?:has|have|with|if|when|there (?:is|are)) no",
  "abort\\w*",
  "absent",
  "attempts? to",
  "cancel\\w*",
  "cannot|can't|could not|couldn't",
  "blocked",
  "conflict\\w*",
  "corrupt\\w*",
  "crash\\w*",
  "declin\\w*",
  "den(?:y|ied|ies)",
  "disconnect\\w*",
  "does(?: not|n't) exist",
  "duplicate\\w*",
  "empty",
  "(?<!without (?:any )?|no )error\\w*",
  "exceed\\w*",
  "exception\\w*",
  "expire[sd]?",
  "fail\\w*",
  "fall(?:s|ing)? ?back",
  "forbidden",
  "ignor\\w*",
  "interrupt\\w*",
  "invalid\\w*",
  "lost",
  "malformed",
  "misconfigured",
  "missing",
  "no longer (?:available|exists?|there|valid)",
  "non-?zero",
  "not[ -](?:allowed|available|found|permitted|supported|valid)",
  "offline",
  "omit\\w*",
  "opt(?:s|ed)?[ -]out",
  "refus\\w*",
  "reject\\w*",
  "retr(?:y|ies|ied)",
  "roll(?:s|ed)? ?back",
  "tim(?:e|es|ed|ing)[ -]?out",
  "unable",
  "unauthori[sz]ed",
  "unavailable",
  "unexpected\\w*",
  "unknown",
  "unreachable",
  "unsupported",
  "warn\\w*",
  "(?:answers?|code|http|returns?|status|with) [45]\\d\\d",
];
const FAILURE_JAPANESE =
  /失敗|エラー|例外|異常|障害|無効|不正|不可|不足|不完全|曖昧|欠落|拒否|超え|超過|タイムアウト|キャンセル|中断|切断|期限切れ|破損|重複|競合|再試行|リトライ|できない|でき(?:ず|なかった)|ない(?:場合|とき|時)|なかった(?:場合|とき|時)|べきでない/g;

// A path, a call, a name with hyphens or a file's name is not a word of the sentence.
const asWords = (words: readonly string[]) =>
  new RegExp(`(?<![\\w./-])(?:${words.join("|")})(?![\\w/${HIDDEN}-]|\\.\\w)`, "gi");

/** The words of each kind by language; the expressions carry the flag `g`. */
export const vague = { english: asWords(VAGUE_ENGLISH), japanese: VAGUE_JAPANESE };
export const escapes = { english: asWords(ESCAPE_ENGLISH), japanese: ESCAPE_JAPANESE };
export const failure = {
  english: new RegExp(`\\b(?:${FAILURE_ENGLISH.join("|")})\\b`, "gi"),
  japanese: FAILURE_JAPANESE,
};

/** Matches a number with a unit or a bound, which makes a judgement such as "fast" checkable. */
export const MEASURE =
  /\d\s?(?:%|percent|ms\b|s\b|sec|min|h\b|hour|day|[kmg]i?b\b|px\b|fps\b|秒|分|時間|日|件|回|文字|ミリ秒)|\b(?:within|under|below|at most|at least|than|up to) \d|\d\s?(?:以内|以下|以上|未満)/i;
