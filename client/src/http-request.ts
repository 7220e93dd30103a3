import type { Endpoint } from "@groundplan/contract";

/** An untyped request; the contract's `Request<E>` is the typed form. */
export interface AnyRequest {
  params?: Record<string, unknown> | undefined;
  query?: Record<string, unknown> | undefined;
  body?: unknown;
}

/** Returns path and query. */
export function addressOf(endpoint: Endpoint, request: AnyRequest): string {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_all, name: string) => {
    const value = String(request.params?.[name] ?? "");
    // Even encoded, these segments would name another resource.
    if (value === "" || value === "." || value === "..") throw new RangeError(`${name} can't be "${value}".`);
    return encodeURIComponent(value);
  });
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(request.query ?? {})) {
    if (value !== undefined) query.set(name, String(value));
  }
  return query.size > 0 ? `${path}?${query}` : path;
}

/** Returns a form for uploads and JSON otherwise, `{}` if the endpoint's fields are all optional. */
export function bodyOf(endpoint: Endpoint, request: AnyRequest): string | FormData | undefined {
  if (!endpoint.body || (request.body === undefined && endpoint.bodyOptional)) return undefined;
  return endpoint.multipart ? formOf(request.body ?? {}) : JSON.stringify(request.body ?? {});
}

/** Returns a form with the text fields first, so that nothing waits for the files. */
function formOf(body: object): FormData {
  const form = new FormData();
  const { file: files = [], ...fields } = body as { file?: readonly File[] };
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.set(name, String(value));
  for (const file of files) form.append("file", file);
  return form;
}
