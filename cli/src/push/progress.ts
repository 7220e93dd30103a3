/** Where progress goes: standard error, so that the result stays alone on standard output. */
interface Stream {
  isTTY?: boolean;
  write(text: string): unknown;
}

export interface Progress {
  /** Shows a line in place of the one before; the same line again shows nothing. */
  show(line: string): void;
  /** Takes a redrawn line away. */
  end(): void;
}

const eraseLine = "\r\u001b[K";

/** A redrawn line on a terminal, a line per change anywhere else. */
export function createProgress(stream: Stream): Progress {
  let shown = "";
  return {
    show(line) {
      if (line === shown) return;
      shown = line;
      stream.write(stream.isTTY ? `${eraseLine}${line}` : `${line}\n`);
    },
    end() {
      if (stream.isTTY && shown !== "") stream.write(eraseLine);
      shown = "";
    },
  };
}
