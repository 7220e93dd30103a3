import { expect, it } from "vitest";
import { readConfig } from "./config.ts";

const set = {
  GROUNDPLAN_OIDC_ISSUER: "https://id.example.com",
  GROUNDPLAN_OIDC_CLIENT_ID: "groundplan",
  GROUNDPLAN_OIDC_CLIENT_SECRET: "hunter2",
};

it("an issuer's address is normalized like in browsers, and its host is the default label", () => {
  expect(readConfig({}).oidc).toBeNull();
  expect(readConfig(set).oidc).toEqual({
    issuer: "https://id.example.com/",
    clientId: "groundplan",
    clientSecret: "hunter2",
    label: "id.example.com",
  });
  const other = { GROUNDPLAN_OIDC_ISSUER: "https://ID.example.com/o/app/", GROUNDPLAN_OIDC_LABEL: "Acme" };
  expect(readConfig({ ...set, ...other }).oidc).toMatchObject({
    issuer: "https://id.example.com/o/app/",
    label: "Acme",
  });
  expect(readConfig({ ...set, GROUNDPLAN_OIDC_CLIENT_SECRET: "" }).oidc?.clientSecret).toBeNull();
});

const wrong: [string, Record<string, string>, RegExp][] = [
  ["no client", { GROUNDPLAN_OIDC_CLIENT_ID: "" }, /belong together/],
  ["a secret alone", { GROUNDPLAN_OIDC_ISSUER: "", GROUNDPLAN_OIDC_CLIENT_ID: "" }, /belong together/],
  ["an issuer that is no address", { GROUNDPLAN_OIDC_ISSUER: "id.example.com" }, /not the address/],
  ["an issuer of another kind", { GROUNDPLAN_OIDC_ISSUER: "ldap://id.example.com" }, /not the address/],
  ["an issuer with a query", { GROUNDPLAN_OIDC_ISSUER: "https://id.example.com/?a=b" }, /not the address/],
  ["an issuer with a password", { GROUNDPLAN_OIDC_ISSUER: "https://a:hunter2@id.example.com" }, /not the/],
  ["a label that is long", { GROUNDPLAN_OIDC_LABEL: "x".repeat(61) }, /60 characters/],
];
it.each(wrong)(
  "settings with %s are refused in a sentence without the secret",
  (_what, settings, sentence) => {
    const read = () => readConfig({ ...set, ...settings });
    expect(read).toThrow(sentence);
    expect(read).toThrow(/^(?!.*hunter2)[^\n]+\.$/);
  },
);
