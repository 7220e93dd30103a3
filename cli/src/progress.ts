/** Standard error, so that standard output holds only the result. */
interface Stream {
  isTTY?: boolean;
  write(text: string): unknown;
}

export interface Progress {
  /** Replaces the shown line; a repeated one is ignored. `part` is the fraction done, 0 to 1. */
  show(line: string, part?: number): void;
  /** Clears a redrawn line. */
  end(): void;
}

const barWidth = 20;

function barOf(part: number): string {
  const full = Math.floor(part * barWidth);
  return `[${"#".repeat(full)}${".".repeat(barWidth - full)}] `;
}

const eraseLine = "\r\u001b[K";

/** Returns a redrawn line with a bar on a terminal, and one line per change elsewhere. */
export function createProgress(stream: Stream): Progress {
  let shown = "";
  return {
    show(line, part) {
      if (line === shown) return;
      shown = line;
      const bar = part === undefined ? "" : barOf(part);
      stream.write(stream.isTTY ? `${eraseLine}${bar}${line}` : `${line}\n`);
    },
    end() {
      if (stream.isTTY && shown !== "") stream.write(eraseLine);
      shown = "";
    },
  };
}
