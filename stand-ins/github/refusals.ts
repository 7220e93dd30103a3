import { isObject, type JsonObject, Refusal } from "../common/answers.ts";

/** An entry of `errors` in a 422, by the OpenAPI's `validation-error`. */
export type FieldError = { resource: string; field: string; code: string; message?: string };

type Extra = { errors?: FieldError[]; headers?: Record<string, string> };

const documentation_url = "https://docs.github.com/rest";

export function refusal(status: number, message: string, { errors, headers }: Extra = {}): Refusal {
  const body = { message, documentation_url, status: String(status), ...(errors && { errors }) };
  return new Refusal(message, { status, body, ...(headers && { headers }) });
}

export const notFound = () => refusal(404, "Not Found");

export const invalid = (resource: string, field: string, code: string, message?: string) =>
  refusal(422, "Validation Failed", {
    errors: [{ resource, field, code, ...(message === undefined ? {} : { message }) }],
  });

/** Refuses an unsupported part of GitHub. */
export const leftOut = (what: string) => refusal(501, `Not in the stand-in: ${what}`);

/** Returns a request's body as an object. Throws 400 otherwise, like GitHub. */
export function requestFields(body: unknown): JsonObject {
  if (!isObject(body)) throw refusal(400, "Body should be a JSON object");
  return body;
}
