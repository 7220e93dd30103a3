/** A line of input; of one that is too long only its two ends. */
export interface Line {
  text: string;
  isCut: boolean;
}

/** Bytes kept of each end of a line that is too long, which hold its id. */
const end = 500;

/** Yields the lines of a stream, and never holds more than one of `longest` bytes. */
export async function* linesOf(input: AsyncIterable<Buffer>, longest: number): AsyncGenerator<Line> {
  let parts: Buffer[] = [];
  let bytes = 0;
  const take = (): Line => {
    const line = Buffer.concat(parts);
    const isCut = bytes > longest;
    parts = [];
    bytes = 0;
    return { text: line.toString(), isCut };
  };
  const add = (part: Buffer) => {
    bytes += part.length;
    parts.push(part);
    if (bytes <= longest) return;
    const line = Buffer.concat(parts);
    parts = [line.subarray(0, end), line.subarray(-end)].map((kept) => Buffer.from(kept));
  };
  for await (const chunk of input) {
    let from = 0;
    for (let to = chunk.indexOf(10); to >= 0; to = chunk.indexOf(10, from)) {
      add(chunk.subarray(from, to));
      yield take();
      from = to + 1;
    }
    if (from < chunk.length) add(chunk.subarray(from));
  }
  if (bytes > 0) yield take();
}
