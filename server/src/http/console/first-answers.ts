/** Bytes per preloaded answer and in total, to fit into a connection's first packets. */
const largestAnswer = 6_000;
const mostBytes = 11_000;
/** Less remaining capacity is not worth a read. */
const leastBytes = 300;

/** An API answer with its JSON body as sent. */
export interface FirstAnswer {
  etag?: string | undefined;
  body: string;
}

/** Collects preloaded answers in order of importance while capacity lasts. */
export function firstAnswers() {
  const entries: string[] = [];
  let bytesLeft = mostBytes;
  return {
    isFull: () => bytesLeft < leastBytes,
    /** Adds an answer; null or too large ones are left for the page to request. */
    add(name: string, answer: FirstAnswer | null) {
      const key = JSON.stringify(name);
      const text = answer && answer.body.length <= largestAnswer ? textOf(answer) : "null";
      const bytes = Buffer.byteLength(text);
      const entry = `${key}:${bytes <= largestAnswer && bytes <= bytesLeft ? text : "null"}`;
      bytesLeft -= Buffer.byteLength(entry) + 1;
      entries.push(entry);
    },
    text: () => `{${entries.join(",")}}`,
  };
}

/** Serializes an answer such that it can't close its script element. */
const textOf = ({ etag, body }: FirstAnswer): string =>
  `{${etag === undefined ? "" : `"etag":${JSON.stringify(etag)},`}"body":${body}}`.replaceAll("<", "\\u003c");
