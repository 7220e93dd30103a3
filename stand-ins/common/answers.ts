/** An answer of a stand-in; without a body: no content. Headers are additional. */
export type Answer = { status: number; body?: unknown; headers?: Record<string, string> };

/** Ends an operation early; the front sends its answer. */
export class Refusal extends Error {
  readonly answer: Answer;

  constructor(message: string, answer: Answer) {
    super(message);
    this.answer = answer;
  }
}

export type JsonObject = Record<string, unknown>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export function fieldsOf(value: unknown): JsonObject {
  if (!isObject(value)) throw new TypeError(`not an object: ${value}`);
  return value;
}
