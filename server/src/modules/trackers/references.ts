import { splitCode } from "../../markdown/split-code.ts";

/** Invisible; breaks a reference if markup can't. */
export const wordJoiner = "\u2060";

/** Global patterns of a tracker's references to issues. */
export interface ReferenceForms {
  /** Everything before an issue's number. */
  prefix: RegExp;
  /** Everything before the number in an issue's URL. */
  address: RegExp;
}

/** Lookalikes of references. */
export interface Harmless {
  /** Labels of the text's own criteria, `AC-1`. */
  labels?: ReadonlySet<string>;
  /** Keys of the tracker's teams or projects, which exclude `UTF-8`; null if unknown. */
  keys?: ReadonlySet<string> | null;
}

export interface Neutral {
  text: string;
  changed: string[];
}

/** Matches URLs, also without a scheme, with the host as group. */
const anyAddress =
  /(?:(?<![a-z\d])https?:\/\/|(?<![a-z\d.-]|(?<!\/)\/)((?:[a-z\d-]+\.)+[a-z]{2,}(?::\d+)?\/))[^\s<>()[\]"'`]+/gi;

export const mayName = (text: string, { prefix }: ReferenceForms): boolean => text.search(prefix) !== -1;

/**
 * Breaks references: `#12` becomes code or gets an invisible character, and URLs encode the number's first
 * digit. Code stays, as trackers ignore it. Idempotent.
 */
export function neutralize(markdown: string, forms: ReferenceForms, harmless: Harmless = {}): Neutral {
  const changed: string[] = [];
  const text = splitCode(markdown)
    .flatMap((block) => {
      // A stray backtick could close an added one.
      const hasLoose = block.some((segment) => segment.kind !== "code" && segment.text.includes("`"));
      return block.map(({ kind, text: segment }, index) => {
        if (kind === "code") return segment;
        const isBesideCode = {
          before: block[index - 1]?.kind === "code",
          after: block[index + 1]?.kind === "code",
        };
        const mayWrap = kind === "text" && !hasLoose ? isBesideCode : null;
        return quietAll(segment, forms, { ...harmless, mayWrap, changed });
      });
    })
    .join("");
  return { text, changed: [...new Set(changed)] };
}

/** Uses invisible characters only. */
export function neutralizeText(line: string, forms: ReferenceForms, harmless: Harmless = {}): Neutral {
  const changed: string[] = [];
  const text = quietAll(line, forms, { ...harmless, mayWrap: null, changed });
  return { text, changed: [...new Set(changed)] };
}

interface Quieting extends Harmless {
  /** Null if nothing can become code; else whether code is adjacent. */
  mayWrap: { before: boolean; after: boolean } | null;
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
/** The repository before a reference. */
const repository = /[a-z\d][\w.-]*\/[\w.-]*$/i;
const longestRepository = 150;

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

/** Recognizes prefixes such as `UTF-` that are no key of the tracker. */
const isNoKey = (name: string, keys: Harmless["keys"]) =>
  keys !== undefined && keys !== null && name.endsWith("-") && !keys.has(name.slice(0, -1).toUpperCase());

/** Checks that code would not disturb an escape, a link target or a tag. */
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
