import { afterEach, describe, expect, it, vi } from "vitest";
import { databases } from "../../../../test/databases.ts";
import { createOutbound } from "../../../outbound/client.ts";
import { fakeInternet } from "../../../outbound/testing.ts";
import { outcome } from "../../plans/scene.test-support.ts";
import { article, openScene, project, redirect, send } from "./scene.test-support.ts";

const publicAddress = "93.184.215.14";

/** Addresses of this machine, of private networks, and of cloud metadata services, in all their forms. */
const closed = [
  ...["http://127.0.0.1:PORT/", "http://127.1:PORT/", "http://2130706433:PORT/", "http://0x7f.1:PORT/"],
  ...["http://0177.0.0.1:PORT/", "http://0:PORT/", "http://①②⑦.⓪.⓪.①:PORT/", "http://localhost:PORT/"],
  ...[
    "http://[::1]:PORT/",
    "http://[::]:PORT/",
    "http://[::ffff:127.0.0.1]:PORT/",
    "http://[::ffff:7f00:1]/",
  ],
  ...[
    "http://10.0.0.1/",
    "http://172.16.0.1/",
    "http://192.168.1.1/",
    "http://100.64.0.1/",
    "http://[fd00::1]/",
  ],
  ...[
    "http://169.254.169.254/latest/meta-data/",
    "http://2852039166/",
    "http://0xa9fea9fe/",
    "http://[fe80::1]/",
  ],
  ...["http://[::ffff:169.254.169.254]/", "http://[64:ff9b::a9fe:a9fe]/", "http://[fd00:ec2::254]/"],
  ...["http://hidden.example:PORT/", "https://hidden.example/"],
];

const malformed = [
  ...[
    "ftp://a.example",
    "a.example",
    "//a.example/",
    "/etc/passwd",
    "file:///etc/passwd",
    "javascript:alert(1)",
  ],
  ...[
    "https://u:p@a.example",
    "https://u@a.example",
    "http://",
    "http://a.example:99999",
    "data:text/plain,a",
    "",
  ],
];

describe.each(databases)("addresses of pages, on $database", ({ create }) => {
  const scene = openScene(create);
  afterEach(() => vi.restoreAllMocks());

  /** Allows only public targets: one of the two hosts is public, the other is this machine. */
  const strict = () =>
    createOutbound({
      allowPrivateNetwork: false,
      lookup: async (host) => [
        { address: host === "public.example" ? publicAddress : "127.0.0.1", family: 4 },
      ],
    });
  const here = (url: string) => url.replace("PORT", String(scene.site.port));
  const addUrl = (url: string) => scene.world.alice.post(`${project}/context/url`, { url, title: "Refused" });

  const refused = async (url: string, message: RegExp) => {
    const { status, body } = await addUrl(url);
    expect([url, status, body.error?.code, body.error?.details?.[0]?.path]).toEqual([
      ...[url, 400, "invalid_request", "/url"],
    ]);
    expect(body.error.message + body.error.details[0].message).toMatch(message);
  };

  it("are complete http or https addresses without a user name or password", async () => {
    const before = scene.site.requests.length;
    for (const url of malformed) await refused(url, /complete http or https address/);
    await refused("http://127.0.0.1:25/", /its port is not for web services/);
    await refused(`https://a.example/${"a".repeat(2000)}`, /2000/);
    expect(scene.site.requests.length).toBe(before);
  });

  it("lead nowhere into a private network, in whatever form they are written", async () => {
    const [count, calls] = [await scene.total(), scene.site.requests.length];
    const outbound = strict();
    scene.world.context.outbound = outbound;
    for (const url of closed) await refused(here(url), /private network/);
    await outbound.close();
    expect(scene.site.requests.length).toBe(calls);
    expect(await scene.total()).toBe(count);
  });

  it("redirect nowhere into a private network: 400 for a new page, 502 for an existing source", async () => {
    const outbound = strict();
    scene.world.context.outbound = outbound;
    const dialled = fakeInternet(scene.site.port);
    scene.answer = send(article("Public."));
    const added = await scene.add("/", { url: "http://public.example/" });
    expect(outcome(added)).toBe("201");
    const [count, calls] = [await scene.total(), scene.site.requests.length];
    for (const url of closed) {
      scene.answer = redirect(Buffer.from(here(url)).toString("latin1"));
      await refused("http://public.example/away", /private network/);
    }
    expect(scene.site.requests.length - calls).toBe(closed.length);
    const again = await scene.refresh(added);
    expect(outcome(again)).toBe("502 upstream_error");
    expect(again.body.error.details).toEqual({ provider: "public.example", reason: "blocked_address" });
    expect(new Set(dialled)).toEqual(new Set([publicAddress]));
    expect(await scene.total()).toBe(count);
    await outbound.close();
  });

  it("of cloud metadata services stay closed if private networks are open", async () => {
    await refused("http://169.254.169.254/latest/meta-data/", /private network/);
    scene.answer = redirect("http://169.254.169.254/latest/");
    await refused(`${scene.site.url}/to-metadata`, /private network/);
  });

  it("may redirect to another page, which is the base of its links, and not endlessly", async () => {
    scene.answer = (request, response) =>
      request.url === "/new/page"
        ? send('<p><a href="next">Next</a></p>')(request, response)
        : redirect("/new/page")(request, response);
    const added = await scene.add("/old");
    expect(added.body.source).toMatchObject({ url: `${scene.site.url}/old` });
    expect(added.body.source.text).toBe(`[Next](${scene.site.url}/new/next)`);
    scene.answer = redirect("/round");
    const round = await scene.add("/round");
    expect(outcome(round)).toBe("502 upstream_error");
    expect(round.body.error.message).toMatch(/more often than allowed/);
  });
});
