/** An answer of the stand-in; without a body: no content. Headers are additional. */
export type Answer = { status: number; body?: unknown; headers?: Record<string, string> };

/** An entry of `errors` in a 422, by the OpenAPI's `validation-error`. */
export type FieldError = { resource: string; field: string; code: string; message?: string };

const documentation = "https://docs.github.com/rest";

/** Ends an operation early; the front turns it into the answer. */
export class Refusal extends Error {
  readonly answer: Answer;

  constructor(
    status: number,
    message: string,
    extra: { errors?: FieldError[]; headers?: Record<string, string> } = {},
  ) {
    super(message);
    const body = { message, documentation_url: documentation, status: String(status) };
    this.answer = {
      status,
      body: extra.errors === undefined ? body : { ...body, errors: extra.errors },
      ...(extra.headers === undefined ? {} : { headers: extra.headers }),
    };
  }
}

export const notFound = () => new Refusal(404, "Not Found");

export const invalid = (resource: string, field: string, code: string, message?: string) =>
  new Refusal(422, "Validation Failed", {
    errors: [{ resource, field, code, ...(message === undefined ? {} : { message }) }],
  });

/** Refuses an unsupported part of GitHub. */
export const leftOut = (what: string) => new Refusal(501, `Not in the stand-in: ${what}`);

export type Fields = Record<string, unknown>;

export const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns the body as an object. Throws 400 otherwise, like GitHub. */
export function fieldsOf(body: unknown): Fields {
  if (!isObject(body)) throw new Refusal(400, "Body should be a JSON object");
  return body;
}
