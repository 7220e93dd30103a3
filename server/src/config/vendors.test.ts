import { expect, it } from "vitest";
import { readConfig } from "./config.ts";

const set = { GROUNDPLAN_LINEAR_CLIENT_ID: "groundplan", GROUNDPLAN_LINEAR_CLIENT_SECRET: "hunter2" };

it("a vendor's client is configured per connector, independently of the sign-in issuer", () => {
  expect(readConfig({}).vendors).toEqual({ clients: {}, urls: {} });
  const issuer = { GROUNDPLAN_OIDC_ISSUER: "https://id.example.com", GROUNDPLAN_OIDC_CLIENT_ID: "sign-in" };
  const url = { GROUNDPLAN_GITHUB_OAUTH_URL: "https://github.acme.example/" };
  expect(readConfig({ ...set, ...issuer, ...url, GROUNDPLAN_JIRA_CLIENT_ID: " " }).vendors).toEqual({
    clients: { linear: { clientId: "groundplan", clientSecret: "hunter2" } },
    urls: { github: "https://github.acme.example" },
  });
});

it("an incomplete client is refused in a sentence without the secret", () => {
  const read = () => readConfig({ GROUNDPLAN_LINEAR_CLIENT_SECRET: "hunter2" });
  expect(read).toThrow(/_CLIENT_ID and .+ belong together/);
  expect(read).toThrow(/^(?!.*hunter2)[^\n]+\.$/);
});
