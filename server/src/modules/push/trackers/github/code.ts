export interface Piece {
  code: boolean;
  text: string;
}

/** Behind list and quote marks too, which nest fences. */
const fence = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)*(`{3,}|~{3,})([^\n]*)$/;

/** Splits markdown into code (fenced blocks and spans) and the rest; joined, the pieces are the text again. */
export function splitCode(markdown: string): Piece[] {
  const pieces: Piece[] = [];
  let block: string[] = [];
  let open: string | null = null;
  const close = (code: boolean) => {
    const text = block.join("");
    block = [];
    if (code) pieces.push({ code, text });
    else pieces.push(...splitSpans(text));
  };
  for (const line of markdown.split(/(?<=\n)/)) {
    const before = open;
    open = fenceAfter(open, line);
    if (before === null && open !== null) close(false);
    if (before === null && open === null && line.trim() === "") {
      block.push(line);
      close(false);
      continue;
    }
    block.push(line);
    if (before !== null && open === null) close(true);
  }
  close(open !== null);
  return pieces;
}

/** The fence that is still open at the end of the text, to close it with; null where there is none. */
export function openFence(markdown: string): string | null {
  return markdown.split("\n").reduce<string | null>(fenceAfter, null);
}

function fenceAfter(open: string | null, line: string): string | null {
  const [, marks = "", rest = ""] = fence.exec(line.replace(/\r?\n$/, "")) ?? [];
  if (marks === "") return open;
  if (open === null) return marks.startsWith("`") && rest.includes("`") ? null : marks;
  return marks[0] === open[0] && marks.length >= open.length && rest.trim() === "" ? null : open;
}

/** Code spans of one paragraph: a run of backticks up to the next run of the same length. */
function splitSpans(paragraph: string): Piece[] {
  const runs = [...paragraph.matchAll(/`+/g)].map((match) => ({ at: match.index, length: match[0].length }));
  const later = Map.groupBy(runs, (run) => run.length);
  const pieces: Piece[] = [];
  let done = 0;
  for (const run of runs) {
    const same = later.get(run.length);
    same?.shift();
    const end = same?.[0];
    if (run.at < done || !end) continue;
    pieces.push({ code: false, text: paragraph.slice(done, run.at) });
    done = end.at + end.length;
    pieces.push({ code: true, text: paragraph.slice(run.at, done) });
  }
  pieces.push({ code: false, text: paragraph.slice(done) });
  return pieces;
}
