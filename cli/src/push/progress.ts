/** The stream that progress is written to: standard error, so that standard output holds only the result. */
interface Stream {
  isTTY?: boolean;
  write(text: string): unknown;
}

export interface Progress {
  /**
   * Shows a line in place of the one before; repeating the same line shows nothing. `part` is the share that is done, 0
   * to 1.
   */
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

/** Returns a redrawn line with a bar on a terminal, and a line per change anywhere else. */
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
