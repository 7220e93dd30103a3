import { splitCode } from "../../markdown/split-code.ts";

/** An invisible character that breaks a reference if markup can't. */
export const wordJoiner = "\u2060";

/** The global patterns by which a tracker finds issues in a text. */
export interface ReferenceForms {
  /** Matches everything before an issue's number. */
  prefix: RegExp;
  /** Matches everything before the number in an issue's URL. */
  address: RegExp;
}

/** Lookalikes of references. */
export interface Harmless {
  /** The labels of the text's own criteria, `AC-1`. */
  labels?: ReadonlySet<string>;
  /** The keys of the tracker's teams or projects, which exclude `UTF-8`; null if unknown. */
  keys?: ReadonlySet<string> | null;
}

/** A text without references, and those it had. */
export interface Neutral {
  text: string;
  changed: string[];
}

/** Matches URLs, also without a scheme, with the host as group. */
const anyAddress =
  /(?:(?<![a-z\d])https?:\/\/|(?<![a-z\d.-]|(?<!\/)\/)((?:[a-z\d-]+\.)+[a-z]{2,}(?::\d+)?\/))[^\s<>()[\]"'`]+/gi;

export const mayName = (text: string, { prefix }: ReferenceForms): boolean => text.search(prefix) !== -1;

/**
 * Neutralizes references to the tracker's issues: `#12` becomes code or gets an invisible character, and URLs
 * encode the number's first digit. Code stays, as trackers ignore it. Idempotent.
 */
export function neutralize(markdown: string, forms: ReferenceForms, harmless: Harmless = {}): Neutral {
  const changed: string[] = [];
  const text = splitCode(markdown)
    .flatMap((block) => {
      // A stray backtick could close an added one.
      const hasLoose = block.some((piece) => piece.kind !== "code" && piece.text.includes("`"));
      return block.map(({ kind, text: piece }, at) => {
        if (kind === "code") return piece;
        const isBesideCode = {
          before: block[at - 1]?.kind === "code",
          after: block[at + 1]?.kind === "code",
        };
        const mayWrap = kind === "text" && !hasLoose ? isBesideCode : null;
        return quietAll(piece, forms, { ...harmless, mayWrap, changed });
      });
    })
    .join("");
  return { text, changed: [...new Set(changed)] };
}

/** Does the same for plain text, with invisible characters only. */
export function neutralizeText(line: string, forms: ReferenceForms, harmless: Harmless = {}): Neutral {
  const changed: string[] = [];
  const text = quietAll(line, forms, { ...harmless, mayWrap: null, changed });
  return { text, changed: [...new Set(changed)] };
}

interface Quieting extends Harmless {
  /** Null if nothing can become code; else whether code is adjacent. */
  mayWrap: { before: boolean; after: boolean } | null;
  /** Collects the changes. */
  changed: string[];
}

function quietAll(text: string, forms: ReferenceForms, quieting: Quieting): string {
  let neutral = "";
  let done = 0;
  const quiet = (part: string) => quietNames(text, done, part, forms, quieting);
  for (const { 0: found, 1: host, index } of text.matchAll(anyAddress)) {
    neutral += quiet(text.slice(done, index));
    done = index;
    // Text that starts with a host may be no URL.
    const quieted = host === undefined ? found : quiet(found);
    const harmless = quieted.replace(forms.address, "$1%3$2");
    if (harmless !== quieted) quieting.changed.push(found.replace(/[.,;:!?*_]+$/, ""));
    neutral += harmless;
    done = index + found.length;
  }
  return neutral + quiet(text.slice(done));
}

const digits = /\d+/y;
/** Matches the repository at the end of the text before a reference. */
const repository = /[a-z\d][\w.-]*\/[\w.-]*$/i;
const longestRepository = 150;

/** Neutralizes references in the part of a text that begins at `start`. */
function quietNames(
  whole: string,
  start: number,
  part: string,
  { prefix }: ReferenceForms,
  { labels, keys, mayWrap, changed }: Quieting,
): string {
  let quiet = "";
  let done = 0;
  for (const { 0: found, index } of part.matchAll(prefix)) {
    const after = index + found.length;
    digits.lastIndex = after;
    const number = digits.exec(part)?.[0] ?? "";
    const name = found.replace(/^_+/, "");
    const from = after - name.length;
    const to = after + number.length;
    if (labels?.has(name + number) || isNoKey(name, keys)) continue;
    const before = part.slice(Math.max(done, from - longestRepository), from);
    const owner = name === "#" ? (repository.exec(before)?.[0] ?? "") : "";
    const begin = from - owner.length;
    changed.push(owner + name + number);
    const isFree =
      begin >= done &&
      number !== "" &&
      mayWrap !== null &&
      mayStandAsCode(whole, start + begin, start + to, mayWrap);
    quiet +=
      isFree && !name.startsWith("&") && !(begin === done && quiet.endsWith("`"))
        ? `${part.slice(done, begin)}\`${part.slice(begin, to)}\``
        : `${part.slice(done, after)}${wordJoiner}${part.slice(after, to)}`;
    done = to;
  }
  return quiet + part.slice(done);
}

/** Returns true for a prefix such as `UTF-` that is no key of the tracker. */
const isNoKey = (name: string, keys: Harmless["keys"]) =>
  keys !== undefined && keys !== null && name.endsWith("-") && !keys.has(name.slice(0, -1).toUpperCase());

/** Returns true if nothing around a part (escape, link target, tag) changes meaning when it becomes code. */
function mayStandAsCode(
  text: string,
  from: number,
  to: number,
  beside: { before: boolean; after: boolean },
): boolean {
  const before = text.slice(Math.max(0, from - 2), from);
  if (before.endsWith("\\") || before === "](" || before.endsWith("`")) return false;
  if ((from === 0 && beside.before) || (to === text.length && beside.after)) return false;
  // Within a tag or an autolink.
  const opened = text.lastIndexOf("<", from);
  return opened === -1 || from - opened > longestTag || text.slice(opened, from).includes(">");
}

const longestTag = 300;
