import fc from "fast-check";
import { expect, test } from "vitest";
import { newSecret } from "./modules/identity/key-format.ts";
import { redact } from "./redact.ts";

// Composed at run time, so that no scanner takes this file for a leak.
const random = "q7Xk2mP9vR4tLw8zN3cB6yH1jD5gF0sA";
const credentials = [
  ...["psk_", "plan_at_", "plan_rt_", "plan_session_", "plan_link_", "plan_invite_"].map((prefix) =>
    newSecret(prefix),
  ),
  ...["plan_browser_", "plan_known_", "plan_share_"].map((prefix) => newSecret(prefix)),
  ...["ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"].map((prefix) => prefix + random),
  ...["lin_api_", "lin_oauth_", "ATATT3x", "ATCTT3x", "whsec_", "sk-", "sk-ant-api03-"].map(
    (p) => p + random,
  ),
  `ghs_${random}.${random}-_x.${random}`,
  `ATATT3x${random}-_=${random}=1A2B3C4D`,
  `github_pat_${random}_${random}`,
];

test("every credential is cut wherever it stands", () => {
  for (const credential of credentials) {
    for (const [before, after] of [
      ["", ""],
      ['{"token":"', '"}'],
      ["token=", "&a=b"],
      ["x ", "\n"],
      ["Bearer ", " "],
    ]) {
      const redacted = redact(`${before}${credential}${after}`);
      expect(redacted, credential).toMatch(/…/);
      expect(redacted.endsWith(`…${after}`), redacted).toBe(true);
      expect(redacted, credential).not.toContain(credential.slice(-12));
      expect(redacted.length, redacted).toBeLessThan(`${before}${after}`.length + 20);
    }
  }
});

test.each([
  ["Authorization: Bearer hunter2", "Authorization: Bearer …"],
  ['"authorization":"bearer abcdefgh"}', '"authorization":"bearer …"}'],
  [
    `Authorization: Basic ${Buffer.from("me@example.com:ATATT").toString("base64")}`,
    "Authorization: Basic bWVA…",
  ],
  ["postgres://me:p@ss@db:5432/plans", "postgres://…@db:5432/plans"],
  ["https://token@host/a https://host/@b", "https://…@host/a https://host/@b"],
  [newSecret(), expect.stringMatching(/^psk_\w{4}…$/)],
])("%s becomes %s", (text, expected) => {
  expect(redact(text)).toEqual(expected);
});

test.each([
  "The prefix of the key is psk_a1B2c3D4.",
  "Keys start with psk_, tokens with plan_at_ or ghp_.",
  "A task-force of risk-averse people, in basic terms: the bearer of news",
  "https://example.com/@someone and me@example.com",
])("prose is unchanged: %s", (text) => {
  expect(redact(text)).toBe(text);
});

test("no long part of a credential is left, whatever surrounds it", () => {
  fc.assert(
    fc.property(fc.string(), fc.constantFrom(...credentials), fc.string(), (before, credential, after) => {
      expect(redact(`${before} ${credential} ${after}`)).not.toContain(credential.slice(12));
    }),
  );
});

test("a megabyte of any text is read to its end, which would never finish in quadratic time", () => {
  const pieces = [
    "psk_",
    "Bearer ",
    "bearer",
    " ",
    "://",
    "sk-",
    "ATATT",
    "a",
    "gho_a.",
    "whsec_=",
    "basic  ",
    "://a:b",
  ];
  for (const piece of pieces) {
    const text = piece.repeat(Math.ceil(1_000_000 / piece.length));
    expect(redact(text).length).toBeGreaterThan(0);
  }
});
