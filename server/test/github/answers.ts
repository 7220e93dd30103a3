/** An answer of the stand-in: a status, a JSON body (absent: no content) and headers beside the usual ones. */
export type Answer = { status: number; body?: unknown; headers?: Record<string, string> };

/** One entry of `errors` in a 422, as the OpenAPI's `validation-error` has it. */
export type FieldError = { resource: string; field: string; code: string; message?: string };

const documentation = "https://docs.github.com/rest";

/** An answer that ends the operation early. Thrown by the rules, turned into the answer by the front. */
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

/** 422 about one field of an issue or label. */
export const invalid = (resource: string, field: string, code: string, message?: string) =>
  new Refusal(422, "Validation Failed", {
    errors: [{ resource, field, code, ...(message === undefined ? {} : { message }) }],
  });

/** A part of GitHub that this stand-in leaves out; never answered as if it worked. */
export const leftOut = (what: string) => new Refusal(501, `Not in the stand-in: ${what}`);

export type Fields = Record<string, unknown>;

export const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The request's body as an object. Throws 400 for anything else, as GitHub does for JSON it cannot use. */
export function fieldsOf(body: unknown): Fields {
  if (!isObject(body)) throw new Refusal(400, "Body should be a JSON object");
  return body;
}
