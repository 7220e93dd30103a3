import { afterEach, expect, test } from "vitest";
import { startProxy } from "../../test/connections/connect-proxy.ts";
import { listenWithTls } from "../../test/connections/self-signed.ts";
import { createOutbound } from "./client.ts";
import { openProxy } from "./proxy.ts";
import { failure, listen } from "./testing.ts";

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});
const kept = <T extends { close(): Promise<unknown> }>(opened: T): T => {
  closing.push(opened.close);
  return opened;
};

test.each([
  ["*", ["http://a.test/"], []],
  ["a.test", ["http://a.test/", "https://b.a.test:8443/"], ["http://ba.test/", "http://a.test.example/"]],
  [".a.test", ["http://a.test/", "http://c.b.a.test/"], ["http://ba.test/"]],
  ["*.a.test", ["http://b.a.test/"], ["http://ba.test/"]],
  ["a.test:8080", ["http://a.test:8080/"], ["http://a.test/"]],
  ["a.test:443", ["https://a.test/"], ["http://a.test/"]],
  ["10.0.0.0/8", ["http://10.1.2.3/", "http://[::ffff:10.1.2.3]/"], ["http://11.0.0.1/", "http://a.test/"]],
  ["10.0.0.1:80", ["http://10.0.0.1/"], ["https://10.0.0.1/"]],
  ["::1", ["http://[::1]:4500/"], ["http://127.0.0.1/"]],
  ["[::1]:80", ["http://[::1]/"], ["http://[::1]:81/"]],
])("an entry %s bypasses the proxy for its hosts", async (entry, direct, carried) => {
  const { agent, carries } = openProxy({ url: "http://127.0.0.1:9", direct: [entry] }, 1000);
  for (const url of direct) expect(carries(new URL(url)), url).toBe(false);
  for (const url of carried) expect(carries(new URL(url)), url).toBe(true);
  await agent.destroy();
});

test("a proxy that refuses the credential, or is missing, is reported as such", async () => {
  const site = kept(await listen((_request, response) => response.end("reached")));
  const secure = kept(await listenWithTls());
  const proxy = kept(await startProxy("me:right"));
  const through = (url: string) =>
    kept(createOutbound({ allowPrivateNetwork: true, proxy: { url, direct: [] }, deadlineMs: 5000 }));
  const wrong = through(proxy.url.replace("right", "wrong"));
  for (const url of [site.url, secure.url])
    expect((await failure(wrong.fetch(url), "status")).message).toMatch(/outbound proxy.*407/);
  await proxy.close();
  for (const url of [site.url, secure.url]) await failure(through(proxy.url).fetch(url), "refused");
  expect(site.requests).toEqual([]);
});

test("a name that turns private is not passed on, and an operator's address is", async () => {
  const proxy = kept(await startProxy());
  const site = kept(await listen((_request, response) => response.end("reached")));
  const lookup = async () => [{ address: "10.0.0.7", family: 4 as const }];
  const outbound = kept(
    createOutbound({ allowPrivateNetwork: false, lookup, proxy: { url: proxy.url, direct: [] } }),
  );
  await failure(outbound.fetch("http://inside.test/"), "blocked_address");
  expect(proxy.asked).toEqual([]);
  expect(await (await outbound.trustedFetch(`http://localhost:${site.port}/`)).text()).toBe("reached");
});
