import fc from "fast-check";
import { expect, it } from "vitest";
import { isLocalPath } from "./return-to.ts";

it.each([
  "/",
  "/settings",
  "/settings/connectors?tab=github#top",
  "/projects/web/plans/PLAN-1",
  "/caf%C3%A9",
  "/a-b_c.d~e",
  "/oauth/consent/a-question",
  "/documents?target=plan-item%3A01a2",
  "/documents?target=plan-item:01a2",
  "/projects/web?q=100%25",
  "/projects/web?q=two%20words&by=ada@acme.example#%E2%80%9Cwords%E2%80%9D",
])("lets %s through", (path) => expect(isLocalPath(path)).toBe(true));

it.each([
  ...[
    "",
    "settings",
    "https://evil.example",
    "//evil.example",
    "///evil.example",
    "/\\evil.example",
    "\\\\evil.example",
  ],
  ...[
    "/\t/evil.example",
    "/\n/evil.example",
    "/%09/evil.example",
    "/%2f/evil.example",
    "/%2Fevil.example/%2F..",
  ],
  ...[
    "/%5cevil.example",
    "/%255cevil.example",
    "/%25252fevil.example/..",
    "/x@evil.example",
    "/x%40evil.example",
  ],
  ...[
    "javascript:alert(1)",
    "/javascript:alert(1)",
    "/%6aavascript%3aalert(1)",
    "https:evil",
    "/a//b",
    "/a b",
    "/\u0000",
  ],
  ...["/%zz", "/%", "/settings\r\nLocation: x", "/%0d%0aLocation:x", "/%E2%80%A8"],
  ...[
    "/settings?next=//evil.example",
    "/settings?next=%2f%2Fevil.example",
    "/settings?x=%250d%250aLocation:x",
    "/settings?x=%5c",
    "/settings#a b",
    "/v1?a=b",
    "/v1/me",
    "/v1",
    "/V1/me",
    "/x/../v1/me",
    "/x/%2e%2e/v1/me",
    "/p/token",
    "/oauth/authorize",
    "/.well-known/x",
    "/mcp",
  ],
])("refuses %j", (path) => expect(isLocalPath(path)).toBe(false));

it("lets nothing through that leads to another origin, decoded or not", () => {
  const piece = fc.constantFrom(
    ...[
      "/",
      "\\",
      ":",
      "@",
      "%2f",
      "%5c",
      "%09",
      "\t",
      "\n",
      "%25",
      "2f",
      "..",
      "%2e",
      "evil.example",
      "https",
      "a",
      "?",
      "#",
    ],
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      let path = `/${pieces.join("")}`;
      fc.pre(isLocalPath(path));
      for (let round = 0; round < 3; round++) {
        expect(new URL(path, "https://here.example").origin).toBe("https://here.example");
        path = decoded(path);
      }
    }),
    { numRuns: 2000 },
  );
});

const decoded = (path: string) =>
  path.replace(/(?:%[\da-f]{2})+/gi, (codes) => {
    try {
      return decodeURIComponent(codes);
    } catch {
      return codes;
    }
  });
