import { type ErrorCode, errors } from "@groundplan/contract";
import { expect } from "vitest";
import type { Answer } from "./world.ts";

const metadata = 'resource_metadata="https?://[^"]+/\\.well-known/oauth-protected-resource"';
const unauthorized = new RegExp(`^Bearer(?:(?: error="invalid_token",)? ${metadata})?$`);
const insufficientScope = new RegExp(`^Bearer error="insufficient_scope", scope="write", ${metadata}$`);

/** Expects the error envelope (contract section 7). `what` names the request for tests that send many. */
export function expectError(answer: Answer, code: ErrorCode, what = ""): void {
  expect(`${what} ${answer.status} ${answer.body?.error?.code}`).toBe(
    `${what} ${errors[code].status} ${code}`,
  );
  const { message, ...rest } = answer.body.error;
  expect(message, what).toMatch(/^\S.*[.)?]$/s);
  expect(["code", "code,details"], what).toContain(Object.keys(rest).join());
  expect(Object.keys(answer.body), what).toEqual(["error"]);
  expect(answer.headers["content-type"], what).toBe("application/json; charset=utf-8");
  expect(answer.headers["x-request-id"], what).toMatch(/^[\w.:-]{1,128}$/);
  if (code === "unauthorized") expect(answer.headers["www-authenticate"], what).toMatch(unauthorized);
  if (code === "insufficient_scope")
    expect(answer.headers["www-authenticate"], what).toMatch(insufficientScope);
  if (code === "rate_limited" || code === "unavailable")
    expect(answer.headers["retry-after"], what).toMatch(/^[1-9]\d*$/);
}

/** Expects 400 `invalid_request` whose details name exactly these JSON Pointers. */
export function expectInvalid(answer: Answer, pointers: string[], what = ""): void {
  expectError(answer, "invalid_request", what);
  const details: { path: string; message: string }[] = answer.body.error.details;
  expect([...new Set(details.map(({ path }) => path))].toSorted(), what).toEqual(pointers.toSorted());
  for (const detail of details)
    expect(detail, what).toEqual({ path: detail.path, message: expect.any(String) });
}
