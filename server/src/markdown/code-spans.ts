/** Code spans as [from, to) in UTF-16 units, in order. */
export interface Spans {
  spans: [number, number][];
  /**
   * True if a run of backticks has no partner, or may belong to a tag, link or address, after which no spans
   * are reported.
   */
  loose: boolean;
}

const [backslash, backtick, bracket, colon, less, w] = [92, 96, 93, 58, 60, 119];

/** Targets and labels without backticks, after `](`, `][` and `<` (CommonMark 0.31.2, section 6). */
const plainTarget = /[^\s()<>`\\]*(?:\s+"[^"`\\]*"\s*)?\)/y;
const plainLabel = /[^[\]`\\]*(?:[[\]]|$)/y;
const plainTag = /(?![!?])(?![^\s<>`]*`)(?:[^<>`"']|"[^"`]*"|'[^'`]*')*(?:[<>`]|$)/y;

/**
 * Returns a block's code spans. A backslash escapes the next backtick unless it closes a span. The earliest
 * start wins, so the search ends where a tag or link target could hold backticks.
 */
export function codeSpans(text: string): Spans {
  const closing = runs(text);
  const spans: Spans["spans"] = [];
  let loose = false;
  // GitHub's bare links extend to white space.
  let inAddress = false;
  for (let offset = 0; offset < text.length; offset++) {
    const code = text.charCodeAt(offset);
    if (code === backslash) offset++;
    else if (code === 32 || (code >= 9 && code <= 13)) inAddress = false;
    else if (code === colon || code === w) inAddress ||= startsAddress(text, offset);
    else if (code === less && !matches(plainTag, text, offset + 1)) return { spans, loose: true };
    else if (code === bracket && !isPlainAfter(text, offset + 1)) return { spans, loose: true };
    else if (code === backtick) {
      if (inAddress) return { spans, loose: true };
      const end = runEnd(text, offset);
      const close = nextRun(closing, end - offset, end);
      if (close === undefined) loose = true;
      else spans.push([offset, close + end - offset]);
      offset = (close === undefined ? end : close + end - offset) - 1;
    }
  }
  return { spans, loose };
}

function startsAddress(text: string, at: number): boolean {
  return text.startsWith("://", at) || text.startsWith("www.", at);
}

function isPlainAfter(text: string, at: number): boolean {
  if (text[at] === "(") return matches(plainTarget, text, at + 1);
  return text[at] !== "[" || matches(plainLabel, text, at + 1);
}

export function matches(sticky: RegExp, text: string, at: number): boolean {
  sticky.lastIndex = at;
  return sticky.test(text);
}

function runEnd(text: string, at: number): number {
  let end = at;
  while (text.charCodeAt(end) === backtick) end++;
  return end;
}

/** Returns the starts of runs by length, last first. */
function runs(text: string): Map<number, number[]> {
  const starts = new Map<number, number[]>();
  for (let offset = text.indexOf("`"); offset !== -1; ) {
    const end = runEnd(text, offset);
    const same = starts.get(end - offset);
    if (same) same.push(offset);
    else starts.set(end - offset, [offset]);
    offset = text.indexOf("`", end);
  }
  for (const same of starts.values()) same.reverse();
  return starts;
}

/** Returns the next run and drops earlier ones, so that all searches together take linear time. */
function nextRun(starts: Map<number, number[]>, length: number, from: number): number | undefined {
  const same = starts.get(length);
  while (same && (same.at(-1) ?? from) < from) same.pop();
  return same?.at(-1);
}
