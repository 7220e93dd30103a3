import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { createOutbound, type Outbound } from "./client.ts";
import type { OutboundErrorCode } from "./errors.ts";
import type { Resolve } from "./lookup.ts";
import { failure, fakeInternet, listen } from "./testing.ts";

const PUBLIC = "93.184.215.14";

// The server that must never be reached; it answers everything, to expose holes.
let canary: Awaited<ReturnType<typeof listen>>;
// The stand-in for a public server; /to?URL redirects.
let site: Awaited<ReturnType<typeof listen>>;
const opened: Outbound[] = [];

beforeAll(async () => {
  canary = await listen((_request, response) => response.end("canary"));
  site = await listen((request, response) => {
    const [path, location] = (request.url ?? "").split("?");
    response.setHeader("connection", "close");
    if (path === "/to") {
      // Real servers send UTF-8, which Node wants spelled as Latin-1.
      const bytes = Buffer.from(decodeURIComponent(location ?? ""));
      response.writeHead(302, { location: bytes.toString("latin1") });
    }
    response.end("public");
  });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await Promise.all(opened.splice(0).map((outbound) => outbound.close()));
  expect(canary.connections()).toBe(0);
});
afterAll(() => Promise.all([canary.close(), site.close()]));

function open(options: { allowPrivateNetwork?: boolean; lookup?: Resolve } = {}): Outbound {
  const outbound = createOutbound({ allowPrivateNetwork: false, deadlineMs: 5_000, ...options });
  opened.push(outbound);
  return outbound;
}

/** Resolves every name: the n-th call to the n-th list, later calls to the last one. */
function names(...answers: string[][]): Resolve & { calls: string[] } {
  const calls: string[] = [];
  const resolve = async (hostname: string) => {
    calls.push(hostname);
    const addresses = answers[Math.min(calls.length, answers.length) - 1] ?? [];
    return addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
  };
  return Object.assign(resolve, { calls });
}

const blocked: [string, OutboundErrorCode][] = [
  ["http://127.0.0.1:PORT/", "blocked_address"],
  ["http://localhost:PORT/", "blocked_address"],
  ["http://127.0.0.1.:PORT/", "blocked_address"],
  ["http://[::1]:PORT/", "blocked_address"],
  ["http://[::ffff:127.0.0.1]:PORT/", "blocked_address"],
  ["http://[::ffff:7f00:1]:PORT/", "blocked_address"],
  ["http://[::7f00:1]:PORT/", "blocked_address"],
  ["http://0.0.0.0:PORT/", "blocked_address"],
  ["http://0:PORT/", "blocked_address"],
  ["http://[::]:PORT/", "blocked_address"],
  ["http://2130706433:PORT/", "blocked_address"],
  ["http://0x7f.1:PORT/", "blocked_address"],
  ["http://0177.0.0.1:PORT/", "blocked_address"],
  ["http://127.1:PORT/", "blocked_address"],
  ["http://%31%32%37.0.0.1:PORT/", "blocked_address"],
  ["http://①②⑦.⓪.⓪.①:PORT/", "blocked_address"],
  ["http://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ:PORT/", "blocked_address"],
  ["https://127.0.0.1:PORT/", "blocked_address"],
  ["http://169.254.169.254/latest/meta-data/", "blocked_address"],
  ["http://10.0.0.5/", "blocked_address"],
  ["http://100.64.0.1/", "blocked_address"],
  ["http://[fd00::1]/", "blocked_address"],
  ["http://[64:ff9b::7f00:1]/", "blocked_address"],
  ["http://[2002:7f00:1::]/", "blocked_address"],
  ["http://me:hunter2@127.0.0.1:PORT/", "bad_url"],
  ["http://example.com@127.0.0.1:PORT/", "bad_url"],
  ["http://:@127.0.0.1:PORT/", "blocked_address"],
  ["file:///etc/passwd", "bad_url"],
  ["ftp://127.0.0.1:PORT/", "bad_url"],
  ["gopher://127.0.0.1:PORT/", "bad_url"],
  ["data:text/plain,canary", "bad_url"],
  ["about:blank", "bad_url"],
  ["//127.0.0.1:PORT/", "bad_url"],
  ["/relative", "bad_url"],
  ["http://", "bad_url"],
  ["", "bad_url"],
];

test.each(blocked)("%s is refused (%s) and nothing connects to it", async (url, code) => {
  await failure(open().fetch(url.replace("PORT", String(canary.port))), code);
});

const absolute = blocked.filter(([url]) => URL.canParse(url.replace("PORT", "1")));

test.each(absolute)("a redirect to %s is refused and nothing connects to it", async (url, code) => {
  const dialled = fakeInternet(site.port, canary.port);
  const location = encodeURIComponent(url.replace("PORT", String(canary.port)));
  const first = `http://public.test/to?${location}`;
  // The fake resolves the name, too: public at first, then like the real resolver.
  await failure(
    open({ lookup: names([PUBLIC], ["127.0.0.1"]) }).fetch(first),
    code === "bad_url" ? "redirect" : code,
  );
  expect(dialled).toEqual([PUBLIC]);
});

test("a private address is reached when the operator allows it, which proves the refusals above", async () => {
  const control = await listen((_request, response) => response.end("reached"));
  for (const host of ["127.0.0.1", "127.1", "localhost"]) {
    const { fetch } = open({ allowPrivateNetwork: true, lookup: names(["127.0.0.1"]) });
    expect(await (await fetch(`http://${host}:${control.port}/`)).text()).toBe("reached");
  }
  expect(control.requests).toHaveLength(3);
  await control.close();
});

test("a public name is dialed at the checked address", async () => {
  const dialled = fakeInternet(site.port, canary.port);
  const lookup = names([PUBLIC, "2606:4700::1111"]);
  const response = await open({ lookup }).fetch("http://public.test/");
  expect(await response.text()).toBe("public");
  expect(dialled).toEqual([PUBLIC, "2606:4700::1111"]);
  expect(lookup.calls).toEqual(["public.test"]);
});

test("a name with one private address among public ones is refused", async () => {
  const dialled = fakeInternet(canary.port);
  for (const address of ["127.0.0.1", "10.0.0.5", "::1", "::ffff:127.0.0.1", "169.254.169.254"]) {
    for (const answer of [[PUBLIC, address], [address, PUBLIC], [address]]) {
      for (const url of ["http://127.0.0.1.nip.io/", `https://127.0.0.1.nip.io:${canary.port}/`]) {
        await failure(open({ lookup: names(answer) }).fetch(url), "blocked_address");
      }
    }
  }
  expect(dialled).toEqual([]);
});

test("a name that changes to a private address after the check (DNS rebinding) gains nothing", async () => {
  const dialled = fakeInternet(site.port, canary.port);
  const lookup = names([PUBLIC], ["127.0.0.1"]);
  const { fetch } = open({ lookup });
  expect((await fetch(`http://rebinding.test:${canary.port}/`)).status).toBe(200);
  expect(lookup.calls).toHaveLength(1);
  await failure(fetch(`http://rebinding.test:${canary.port}/`), "blocked_address");
  expect(dialled).toEqual([PUBLIC]);
});

test("metadata addresses stay closed if the private network is open", async () => {
  const dialled = fakeInternet(canary.port);
  for (const address of ["169.254.169.254", "100.100.100.200", "fd00:ec2::254", "::ffff:169.254.169.254"]) {
    const host = address.includes(":") ? `[${address}]` : address;
    const { fetch } = open({ allowPrivateNetwork: true, lookup: names([address]) });
    await failure(fetch(`http://${host}/`), "blocked_address");
    await failure(fetch("http://metadata.test/"), "blocked_address");
  }
  expect(dialled).toEqual([]);
});

test("a name without addresses is unreachable", async () => {
  await failure(open({ lookup: names([]) }).fetch("http://nowhere.test/"), "dns");
});

test("ports of mail and other servers are refused", async () => {
  const dialled = fakeInternet(canary.port);
  for (const port of [22, 25, 6667]) {
    await failure(open({ lookup: names([PUBLIC]) }).fetch(`http://public.test:${port}/`), "bad_url");
  }
  expect(dialled).toEqual([]);
});

test("a redirect of a trusted address to another origin is checked like any other", async () => {
  const lookup = names(["127.0.0.1"]);
  const { trustedFetch } = open({ lookup });
  expect(await (await trustedFetch(`http://tracker.test:${site.port}/`)).text()).toBe("public");
  for (const target of [canary.url, `http://tracker.test:${canary.port}/`]) {
    const url = `http://tracker.test:${site.port}/to?${encodeURIComponent(target)}`;
    await failure(trustedFetch(url), "blocked_address");
  }
});

test("proxy variables are ignored", async () => {
  const script = `
    import { createOutbound } from ${JSON.stringify(join(import.meta.dirname, "client.ts"))};
    const outbound = createOutbound({ allowPrivateNetwork: true });
    for (const fetch of [outbound.fetch, outbound.trustedFetch]) {
      console.log(await (await fetch(process.argv[1])).text());
    }
  `;
  const proxy = canary.url;
  const proxies = {
    HTTP_PROXY: proxy,
    http_proxy: proxy,
    ALL_PROXY: proxy,
    NO_PROXY: "",
    NODE_USE_ENV_PROXY: "1",
  };
  const child = spawn(process.execPath, ["--input-type=module", "-e", script, `${site.url}/`], {
    env: { ...process.env, ...proxies },
  });
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  expect({ output, errors }).toEqual({ output: "public\npublic\n", errors: "" });
});
