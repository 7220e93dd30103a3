/** Where progress goes: standard error, so that the result stays alone on standard output. */
interface Stream {
  isTTY?: boolean;
  write(text: string): unknown;
}

export interface Progress {
  /** Shows a line in place of the one before; the same line again shows nothing. `part`: how much is done, 0 to 1. */
  show(line: string, part?: number): void;
  /** Takes a redrawn line away. */
  end(): void;
}

const barWidth = 20;

function barOf(part: number): string {
  const full = Math.floor(part * barWidth);
  return `[${"#".repeat(full)}${".".repeat(barWidth - full)}] `;
}

const eraseLine = "\r\u001b[K";

/** A redrawn line with a bar on a terminal, a line per change anywhere else. */
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
