import { expect, it } from "vitest";
import { unknownSettings } from "../modules/unknown-settings.ts";
import { closedNetworks } from "../outbound/closed-networks.ts";
import { readConfig } from "./config.ts";

const name = "GROUNDPLAN_TRACKER_POLL_SECONDS";

it.each(["1", "59"])(
  "an interval of %s seconds between polls is refused, since the minimum is a minute",
  (value) => {
    expect(() => readConfig({ [name]: value })).toThrow(
      `${name} is "${value}". Set it to a whole number from 60 to 86400, or leave it out for 300.`,
    );
  },
);

it.each([
  ["60", 60],
  ["0", 0],
  [undefined, 300],
])("an interval of %s seconds between polls is accepted", (value, seconds) => {
  expect(readConfig({ [name]: value }).trackerPollSeconds).toBe(seconds);
});

it("a kind of model that there is not is named, with those that there are", () => {
  expect(() => readConfig({ GROUNDPLAN_MODEL_KIND: "openai", GROUNDPLAN_MODEL_NAME: "m" })).toThrow(
    'GROUNDPLAN_MODEL_KIND is "openai", and no kind of model. Set it to anthropic or openai-compatible.',
  );
  expect(() => readConfig({ GROUNDPLAN_MODEL_KIND: "anthropic" })).toThrow("belong together");
});

it("a mail server and the sender's address are set together", () => {
  const url = "smtps://planner:secret@mail.example.com";
  expect(readConfig({}).mail).toBe(null);
  for (const from of ["plans@example.com", "Plans <plans@example.com>"])
    expect(readConfig({ GROUNDPLAN_SMTP_URL: url, GROUNDPLAN_SMTP_FROM: from }).mail).toEqual({ url, from });
  for (const env of [{ GROUNDPLAN_SMTP_URL: url }, { GROUNDPLAN_SMTP_FROM: "plans@example.com" }])
    expect(() => readConfig(env)).toThrow("belong together");
  for (const from of ["Plans", "a b@example.com", "<@>", "A <a@b> <c@d>"])
    expect(() => readConfig({ GROUNDPLAN_SMTP_URL: url, GROUNDPLAN_SMTP_FROM: from })).toThrow(
      `GROUNDPLAN_SMTP_FROM is ${JSON.stringify(from)}.`,
    );
  const wrong = {
    GROUNDPLAN_SMTP_URL: "https://planner:secret@mail.example.com",
    GROUNDPLAN_SMTP_FROM: "a@b",
  };
  expect(() => readConfig(wrong)).toThrow("GROUNDPLAN_SMTP_URL is not an address that starts with smtp://");
  expect(() => readConfig(wrong)).not.toThrow("secret");
});

it("the public address is only an origin, as clients write it", () => {
  const addressOf = (url: string) => readConfig({ GROUNDPLAN_PUBLIC_URL: url }).publicUrl;
  expect(addressOf("HTTPS://Plans.Example.com:443/")).toBe("https://plans.example.com");
  expect(addressOf("http://10.0.0.7:4500")).toBe("http://10.0.0.7:4500");
  for (const rest of ["/plans", "/?a", "/#a", "?a"])
    expect(() => addressOf(`https://plans.example.com${rest}`)).toThrow("has more than a host");
  expect(() => addressOf("https://me@plans.example.com")).toThrow("has more than a host");
});

it("prototypes have their own host or the service's", () => {
  const own = "GROUNDPLAN_PROTOTYPE_URL";
  const publicUrl = { GROUNDPLAN_PUBLIC_URL: "https://plans.example.com" };
  expect(readConfig(publicUrl).prototypeUrl).toBe(null);
  expect(readConfig({ ...publicUrl, [own]: "https://Show.example.net:443/" }).prototypeUrl).toBe(
    "https://show.example.net",
  );
  for (const url of [
    "https://show.example.net/p",
    "https://a@show.example.net",
    "https://show.example.net?a",
  ])
    expect(() => readConfig({ [own]: url })).toThrow("has more than a host");
  expect(() => readConfig({ ...publicUrl, [own]: "https://plans.example.com/" })).toThrow(
    "Give it another one",
  );
  expect(() => readConfig({ [own]: "ftp://show.example.net" })).toThrow("https://");
});

const privateNetwork = "GROUNDPLAN_ALLOW_PRIVATE_NETWORK";

it.each([
  [undefined, false],
  ["", false],
  ["0", false],
  ["1", true],
  ["10.0.0.0/8", ["10.0.0.0/8"]],
  ["10.0.0.0/8, 192.168.7.20,fd12::/16,::1", ["10.0.0.0/8", "192.168.7.20/32", "fd12::/16", "::1/128"]],
])("private networks set to %s are %j", (value, allowed) => {
  expect(readConfig({ [privateNetwork]: value }).allowPrivateNetwork).toEqual(allowed);
});

it.each([
  "true",
  "yes",
  "TRUE",
  "on",
  "2",
  "-1",
  "10",
  "10.0.0.0/33",
  "10.0.0.0/8,",
  "1,10.0.0.0/8",
  "intranet",
  "10.0.0.0/8 192.168.0.0/16",
])("private networks set to %s are refused at the start", (value) => {
  expect(() => readConfig({ [privateNetwork]: value })).toThrow(`${privateNetwork} holds "`);
});

it.each([
  ["198.18.0.0/15", "never open"],
  ["169.254.169.254", "never open"],
  ["169.254.0.0/16", "never open"],
  ["100.100.100.200", "never open"],
  ["fd00:ec2::/32", "never open"],
  ["fe80::/10", "never open"],
  ["64:ff9b::/96", "never open"],
  ["0.0.0.0", "never open"],
  ["8.8.8.0/24", "public ones are open without it"],
  ["2606:4700::/32", "public ones are open without it"],
  ["198.0.0.0/8", "public ones are open without it"],
  ["::ffff:10.0.0.0/104", "in their own form"],
])("the start reports that %s among the private networks opens nothing, and why", (network, why) => {
  const listed = `10.0.0.0/8,${network},::1`;
  const { allowPrivateNetwork } = readConfig({ [privateNetwork]: listed });
  const told = new RegExp(`^${privateNetwork} opens nothing with ${network}(/32)?: .*${why}`);
  expect(closedNetworks(allowPrivateNetwork)).toEqual([expect.stringMatching(told)]);
});

it.each(
  [
    [
      "0",
      "1",
      "0.0.0.0/0,::/0",
      "10.1.2.3,172.20.0.0/16,192.168.0.0/16,127.0.0.1,100.64.0.0/10,::1,fd12::/16",
    ],
    ["192.0.0.0/8", "fd00:ec2::/31", "172.0.0.0/8", "100.100.100.200/31"],
  ].flat(),
)("the start reports nothing about private networks set to %s", (value) => {
  expect(closedNetworks(readConfig({ [privateNetwork]: value }).allowPrivateNetwork)).toEqual([]);
});

it("a proxy is an address, optionally with a name and a password, which no message repeats", () => {
  const proxyOf = (url: string, direct?: string) =>
    readConfig({ GROUNDPLAN_OUTBOUND_PROXY: url, GROUNDPLAN_OUTBOUND_NO_PROXY: direct }).outboundProxy;
  expect(readConfig({}).outboundProxy).toBe(null);
  expect(proxyOf("http://proxy:3128")).toEqual({ url: "http://proxy:3128/", direct: [] });
  expect(
    proxyOf("https://me:s%40cret@proxy", "Localhost, .example.com,*.test,10.0.0.0/8,[::1]:80,a.test:8080,*")
      ?.direct,
  ).toEqual(["localhost", ".example.com", "*.test", "10.0.0.0/8", "[::1]:80", "a.test:8080", "*"]);
  for (const url of [
    "proxy:3128",
    "socks5://proxy",
    "http://me:secret%@proxy",
    "http://proxy/path",
    "http://proxy?secret",
  ]) {
    expect(() => proxyOf(url)).toThrow("GROUNDPLAN_OUTBOUND_PROXY is not the address of a proxy");
    expect(() => proxyOf(url)).not.toThrow("secret");
  }
  for (const entry of ["a b", "http://a", "10.0.0.0/99", "a/b"])
    expect(() => proxyOf("http://proxy", entry)).toThrow("GROUNDPLAN_OUTBOUND_NO_PROXY holds");
});

it("unknown settings are reported", () => {
  const env = {
    GROUNDPLAN_URL: "http://a",
    GROUNDPLAN_OUTBOND_PROXY: "http://b",
    GROUNDPLAN_METRICS_HOST: "::1",
    GROUNDPLAN_GITHUB_CLIENT_ID: "c",
    GROUNDPLAN_GITHUB_CLIENT_SECRET: "d",
    GROUNDPLAN_: "",
    PATH: "/bin",
    GROUNDPLAN_GITHB_API_URL: "http://e",
    GROUNDPLAN_OIDC_LABL: "f",
  };
  const config = readConfig(env);
  expect(unknownSettings(config)).toEqual([
    ...["GROUNDPLAN_OUTBOND_PROXY", "GROUNDPLAN_", "GROUNDPLAN_OIDC_LABL", "GROUNDPLAN_GITHB_API_URL"],
  ]);
});

const model = {
  GROUNDPLAN_MODEL_KIND: "openai-compatible",
  GROUNDPLAN_MODEL_URL: "https://models.example/v1",
  GROUNDPLAN_MODEL_NAME: "small",
};

it.each([
  ["GROUNDPLAN_MODEL_URL", "https://name:hidden@models.example/v1"],
  ["GROUNDPLAN_MODEL_URL", "https://name@models.example/v1"],
  ["GROUNDPLAN_MODEL_URL", "https://models.example/v1?key=hidden"],
  ["GROUNDPLAN_MODEL_URL", "https://models.example/v1#hidden"],
  ["GROUNDPLAN_MODEL_MAX_OUTPUT", "128000"],
  ["GROUNDPLAN_MODEL_CONTEXT_TOKENS", "8000"],
])("an operator's model whose %s is %s is refused with what to set, and without the value", (name, value) => {
  expect(readConfig(model).models.operator).toMatchObject({ maxOutput: 8000 });
  const read = () => readConfig(Object.assign({}, model, { [name]: value }));
  expect(read).toThrow(
    /^GROUNDPLAN_MODEL_.+ Set it to the address alone|^GROUNDPLAN_MODEL_MAX_OUTPUT .+Lower it/,
  );
  expect(read).not.toThrow("hidden");
});
