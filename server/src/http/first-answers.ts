/**
 * The most bytes of an answer that comes with the page, and of all of them: with them the page still arrives in the first
 * packets of a connection.
 */
const largestAnswer = 6_000;
const mostBytes = 11_000;
/** With less room than this no answer is worth looking for. */
const leastBytes = 300;

/** The API's answer, whose body is JSON as it is sent. */
export interface FirstAnswer {
  etag?: string | undefined;
  body: string;
}

/** Returns what collects the answers that come with a page, those that matter most first, as long as they have room. */
export function firstAnswers() {
  const entries: string[] = [];
  let room = mostBytes;
  return {
    isFull: () => room < leastBytes,
    /** Adds an answer by its name; one that is null or has no room is one that the page has to ask for. */
    add(name: string, answer: FirstAnswer | null) {
      const key = JSON.stringify(name);
      const text = answer && answer.body.length <= largestAnswer ? textOf(answer) : "null";
      const bytes = Buffer.byteLength(text);
      const entry = `${key}:${bytes <= largestAnswer && bytes <= room ? text : "null"}`;
      room -= Buffer.byteLength(entry) + 1;
      entries.push(entry);
    },
    text: () => `{${entries.join(",")}}`,
  };
}

/** Returns an answer as JSON of which nothing ends the element in which it stands. */
const textOf = ({ etag, body }: FirstAnswer): string =>
  `{${etag === undefined ? "" : `"etag":${JSON.stringify(etag)},`}"body":${body}}`.replaceAll("<", "\\u003c");
