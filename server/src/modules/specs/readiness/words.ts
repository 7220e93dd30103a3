import type { Words } from "./language.ts";
import { HIDDEN } from "./plain-text.ts";
import { type Entry, KINDS, sourcesOf } from "./starts.ts";

// Patterns of the rules by language. A new language is another list per kind and a detector in `language.ts`;
// rules skip unsupported texts.

/** Judgements that a number settles: "fast" within 200 ms is checkable. */
const MEASURABLE_ENGLISH: readonly Entry[] = [
  "adequate(?:ly)?",
  "eas(?:y to|ily)",
  "effectively",
  "efficient(?:ly)?",
  "(?<!fail )fast(?! path)",
  "faster",
  "flexibl[ey]",
  "frequently",
  ["good,high,low", "(?:good|high|low)[ -](?:availability|latency|performance|quality|response times?)"],
  ["load", "(?:under|with) (?:heavy|high|normal) load"],
  "large (?:amounts?|data ?sets?|numbers?|volumes?)",
  ["number", "a (?:great|large) number of"],
  "acceptable",
  "promptly",
  "optimal(?:ly)?",
  "optimi[sz]ed for",
  "performant",
  "quick(?:ly|er)",
  "reasonabl[ey]",
  "reliabl[ey]",
  "repeatedly",
  "responsively",
  "scalable",
  "sufficient(?:ly)?",
  ["much", "by much"],
  ["timely", "in a timely (?:fashion|manner)"],
  ["time", "from time to time"],
];

/** Judgements of taste, which no number settles ("3 times smoother"). */
const TASTE_ENGLISH: readonly Entry[] = [
  "appropriate(?:ly)?",
  "beautiful(?:ly)?",
  "correctly",
  "elegant(?:ly)?",
  "graceful(?:ly)?",
  "helpful",
  "attractive",
  "comprehensive(?:ly)?",
  "convenient(?:ly)?",
  "good (?:experience|readability|results?|usability)",
  "pleasant(?:ly)?",
  "satisfactory|satisfying",
  "well[ -](?:designed|documented|structured)",
  "intelligent(?:ly)?",
  "intuitive(?:ly)?",
  "meaningful",
  "modern",
  "nice(?:ly)?",
  "powerful",
  "proper(?:ly)?",
  "robust(?:ly)?",
  "seamless(?:ly)?",
  "securely",
  "sensibl[ey]",
  "smooth(?:ly|er)?",
  "state[ -]of[ -]the[ -]art",
  "suitabl[ey]",
  "better (?:experience|than (?:now|before|today))",
  "times better",
  ["friendly", "(?:[a-z]{2,14}-|user )friendly"],
];

/**
 * Words that judge only as a whole predicate ("the page is simple", "secure, stable"); elsewhere they
 * distinguish ("a large file").
 */
const TASTE_AS_PREDICATE: Entry = [
  "accessible,better,clean,clear,consistent,good,maintainable,nice,responsive,secure,simple,stable",
  "(?:(?=better|clea[nr]|good|nice)(?<=\\b(?:is|are|be|feels?|looks?|stays?) (?:very |really |more )?)(?:better|clean|clear|good|nice)" +
    "|(?=accessible|consistent|maintainable|responsive|secure|simple|stable)(?:(?<=(?:\\b(?:is|are|be|feels?|looks?|stays?|and)|[,:]) (?:very |really |more )?)|(?<=^[\\d.) ]{0,5}))" +
    "(?:accessible|consistent|maintainable|responsive|secure|simple|stable))(?=\\s*(?:[,.;!]|and\\b|$))",
];
const VAGUE_JAPANESE =
  /適切[なに]|適宜|迅速|高速|素早く|正しく|使いやす|直感的|美しい|快適|柔軟|スムーズ|十分[なに]|効率的|[分わ]かりやす|ユーザーフレンドリー/g;

/** Escape clauses: optional or open-ended promises. */
const ESCAPE_ENGLISH: readonly Entry[] = [
  [
    "possible,appropriate,feasible,practical,applicable,needed,necessary",
    "(?:if|where|when|wherever|whenever|as) (?:possible|appropriate|feasible|practical|applicable|needed|necessary)",
  ],
  [
    "available,desired,sense,required",
    "(?:if|where|wherever) (?:available|desired|it makes sense|required|this makes sense)(?=\\s*(?:[.,;)]|$))",
  ],
  [
    "work,behave,function",
    "(?:works?|behaves?|functions?) (?:as (?:expected|intended|usual)|correctly|properly|well|fine)",
  ],
  ["expected,intended", "as (?:expected|intended)"],
  ["possible", "as \\w+ as possible"],
  ["time", "(?:if|as) time (?:allows|permits)|time permitting"],
  ["similar,something", "or (?:something )?similar(?=\\s*(?:[.,;)]|$))|or something like that"],
  "more or less",
  ["so ,more,like", "and (?:so on|more|the like)"],
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

/**
 * Judgements and escape clauses in undetected languages. Each word is unique to one language; shared ones
 * ("robust", "moderne") are left out.
 */
const VAGUE_OTHER = [
  "angemessen\\p{L}*|ansprechend\\p{L}*|benutzerfreundlich\\p{L}*|besser|geeignet\\p{L}*|gute[rs]?|schnell(?:er)?|übersichtlich|zufriedener",
  "agréables?|conviviale?|rapide(?:ment)?|facile(?:ment)?|appropriée?s?|efficace(?:ment)?",
  "adecuad[oa]s?|agradable|amigable|fácil(?:mente)?|rápid[oa]s?|rápidamente|un rato",
  "adequad[oa]s?|agradável|amigável|facilmente|rapidamente",
];
const VAGUE_CHINESE = "明显|良好|友好|稳定可靠|流畅|美观|适当的|高性能|高可用|易扩展";
const ESCAPE_OTHER = [
  "(?:falls|soweit|wenn|wo) (?:möglich|nötig|sinnvoll)|bei bedarf|gegebenenfalls|ggf|und so weiter|usw",
  "si (?:possible|nécessaire)|au besoin|le cas échéant|et ainsi de suite",
  "si es (?:necesario|posible)|cuando sea posible|según corresponda|etcétera",
  "se (?:necessário|possível)|quando possível|conforme necessário|e assim por diante",
];
const ESCAPE_CHINESE = "如有必要|如果可能|尽可能|视情况|等等";

const STATUS = Array.from({ length: 20 }, (_, at) => 40 + at).join(",");

/** Failures and obstacles; any of them counts as mentioning failure. */
const FAILURE_ENGLISH: readonly Entry[] = [
  ["no ", "(?:has|have|with|if|when|there (?:is|are)) no"],
  "absent",
  "attempts? to",
  "cannot",
  ["t ", "[a-z]+n't"],
  "could not",
  "blocked",
  "conflict\\w*",
  "corrupt\\w*",
  "crash\\w*",
  "declin\\w*",
  "den(?:y|ied|ies)",
  "disconnect\\w*",
  ["exist", "does(?: not|n't) exist"],
  "empty",
  "(?<!without (?:any )?|no )error\\w*",
  "exceed\\w*",
  "exception\\w*",
  "expire[sd]?",
  "fail\\w*",
  "fall(?:s|ing)? ?back",
  "forbidden",
  "ignored?",
  "interrupt\\w*",
  "invalid\\w*",
  "killed",
  "lost",
  "left out",
  "malformed",
  "misconfigured",
  "missing",
  "no longer (?:available|exists?|there|valid)",
  "non-?zero",
  "not[ -](?:allowed|available|found|permitted|supported|valid)",
  "offline",
  "omitted",
  "outside|past the end",
  "panics?",
  "prevent\\w*",
  "refus\\w*",
  "reject\\w*",
  "roll(?:s|ed)? ?back",
  "skip(?:s|ped)?",
  "stale",
  "tim(?:es|ed|ing)[ -]?out",
  "too (?:big|few|large|late|long|many|old|short|slow|small)",
  "unable",
  "unauthori[sz]ed",
  "unavailable",
  "unexpected\\w*",
  "unknown",
  "unreachable",
  "unsupported",
  "wrong",
  [STATUS, "(?:answers?|code|get|gets|http|returns?|status|with) [45]\\d\\d"],
  [STATUS, "[45]\\d\\d (?:with|within|and|for)"],
  "never|nobody|nothing|none|nowhere|neither|nor|unless|otherwise|anything but|no one",
  "(?<!\\b(?:and|but|or) )not(?! only)",
  "no(?! (?:longer|matter|more)\\b)",
  [
    "without",
    "(?<=^[\\d.) ]{0,5}|[,;:.] |\\b(?:if|when|where|also|even|or) )without(?! (?:any )?(?:errors?|problems?|loss|delay)\\b)",
  ],
];
/** Deeds that are features as often as obstacles, which count after a condition. */
const OBSTACLE_ENGLISH: readonly Entry[] = [
  "abort\\w*",
  "cancel\\w*",
  "drops? out",
  "duplicate\\w*",
  "lea(?:ves?|ving)",
  "omit\\w*",
  "opt(?:s|ed)?[ -]out",
  "retr(?:y|ies|ied)",
  "timeouts?",
  "warn\\w*",
];
const FAILURE_JAPANESE =
  /失敗|エラー|例外|異常|障害|無効|不正|不可|不足|不完全|曖昧|欠落|拒否|超え|超過|タイムアウト|キャンセル|中断|切断|期限切れ|破損|重複|競合|再試行|リトライ|できない|でき(?:ず|なかった)|ない(?:場合|とき|時)|なかった(?:場合|とき|時)|べきでない/g;

/** Things that can fail since they come from outside, go there, are stored or awaited. */
const FALLIBLE_ENGLISH: readonly Entry[] = [
  "uploads?|import(?:s|ed|er)?|enter(?:s|ed)?|typ(?:es|ed|ing)|submit\\w*|inputs?|picks?|pars\\w+",
  "scan\\w*|log(?:s|ged)?[ -]?in|sign(?:s|ed)?[ -]?in|passwords?|search\\w*|quer(?:y|ies|ied)|requests?",
  "apis?|services?|servers?|endpoints?|fetch\\w*|download\\w*|sends?|sent",
  ["email,e ", "e-?mails?"],
  "notif\\w+|network|connect\\w*",
  "sync\\w*|providers?|webhooks?|backend|remote|stream\\w*|online|deploy\\w*|payments?|interfaces?",
  "sav(?:e|es|ed|ing)|stor(?:e|es|ed|ing)|persist\\w*|databases?|writ(?:e|es|ten)|delet\\w*|cancel\\w*|migrat\\w*",
  "books?|bills?|ledger|wait\\w*|poll\\w*|queues?|load(?:s|ed|ing)?|schedul\\w*|settings?",
];
const FALLIBLE_JAPANESE =
  /送信|受信|保存|取得|アップロード|ダウンロード|サーバー|ファイル|読み込|データベース|通信|接続|入力|登録|ログイン|API/g;

// Paths, calls, hyphenated names and file names are not words.
const asWords = (kind: number, words: readonly Entry[]) =>
  new RegExp(`\\b(?<![./-])(?:${sourcesOf(kind, words).join("|")})(?![\\w/${HIDDEN}-]|\\.\\w)`, "gi");

const asOthers = (words: readonly string[], chinese: string) =>
  new RegExp(`(?<!\\p{L})(?:${words.join("|")})(?!\\p{L})|${chinese}`, "giu");

const anyOf = (kind: number, words: readonly Entry[]) => `\\b(?:${sourcesOf(kind, words).join("|")})\\b`;

/** By kind and language; patterns are global (`g`). */
export const vague: Words = {
  kind: KINDS.vague,
  english: asWords(KINDS.vague, [...MEASURABLE_ENGLISH, ...TASTE_ENGLISH, TASTE_AS_PREDICATE]),
  japanese: VAGUE_JAPANESE,
  other: asOthers(VAGUE_OTHER, VAGUE_CHINESE),
};
/** Judgements that a number doesn't settle. */
export const taste: Words = {
  kind: KINDS.vague,
  english: asWords(KINDS.vague, [...TASTE_ENGLISH, TASTE_AS_PREDICATE]),
};
export const escapes: Words = {
  kind: KINDS.escape,
  english: asWords(KINDS.escape, ESCAPE_ENGLISH),
  japanese: ESCAPE_JAPANESE,
  other: asOthers(ESCAPE_OTHER, ESCAPE_CHINESE),
};
export const failure: Words = {
  kind: KINDS.failure,
  english: new RegExp(
    `${anyOf(KINDS.failure, FAILURE_ENGLISH)}|\\b(?:if|when|whenever|after|while|on)\\b[^.;]{0,80}?${anyOf(KINDS.failure, OBSTACLE_ENGLISH)}`,
    "gi",
  ),
  japanese: FAILURE_JAPANESE,
};
export const fallible: Words = {
  kind: KINDS.fallible,
  english: new RegExp(anyOf(KINDS.fallible, FALLIBLE_ENGLISH), "gi"),
  japanese: FALLIBLE_JAPANESE,
};

/** A number with a unit or bound, which makes "fast" checkable. */
export const MEASURE =
  /\d\s?(?:%|percent|ms\b|s\b|sec|min|h\b|hour|day|[kmg]i?b\b|px\b|fps\b|times\b|x\b|秒|分|時間|日|件|回|文字|ミリ秒)|\b(?:within|under|below|at most|at least|than|up to) \d|\d\s?(?:以内|以下|以上|未満)/i;
