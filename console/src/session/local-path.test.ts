import { expect, it } from "vitest";
import { localPath } from "./local-path.ts";

const origin = "https://plans.example";

it.each(["/", "/projects/web", "/projects/web?status=DONE#a", "/oauth/consent/x?a=%2F%2Fevil.example"])(
  "%j is a valid destination after a sign-in",
  (to) => expect(localPath(to, origin)).toBe(to),
);

it.each([
  "//evil.example",
  "/\\evil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  "/.//evil.example",
  "/a/..//evil.example",
  "https://evil.example",
  "javascript:alert(1)",
  "\\\\evil.example",
  " /projects",
  "projects",
  "",
  undefined,
  ["/projects"],
])("%j is not a valid destination", (to) => expect(localPath(to, origin)).toBeNull());
