import type { AddressInfo } from "node:net";
import type { ErrorBody } from "@groundplan/contract";
import { describe, expect, it } from "vitest";
import { databases } from "../databases.ts";
import { buildCheckedApp } from "../world.ts";
import { sendRaw } from "./raw-http.ts";
import { openRawWorld } from "./raw-world.ts";

describe.each(databases)("$database", ({ create }) => {
  const raw = openRawWorld(create);

  it("a body over the limit is 413 at once, and the connection closed", async () => {
    raw.expectRefused(await raw.send(raw.post(["Content-Length: 900000000"], "{")), 413);
    const chunk = `10000\r\n${" ".repeat(0x10000)}\r\n`;
    raw.expectRefused(await raw.send(raw.post(["Transfer-Encoding: chunked"], chunk.repeat(20))), 413);
  });

  it("a client that sends an oversized body to its end reads the 413, and its connection stays open", async () => {
    const patient = buildCheckedApp(raw.world.context);
    await patient.listen({ host: "127.0.0.1", port: 0 });
    const base = `http://127.0.0.1:${(patient.server.address() as AddressInfo).port}/v1/projects`;
    const authorization = `Bearer ${raw.world.alice.key}`;
    const send = async (method: string, path: string, body: string | FormData) => {
      const type = typeof body === "string" ? { "content-type": "application/json" } : {};
      const answer = await fetch(`${base}${path}`, { method, headers: { authorization, ...type }, body });
      return `${answer.status} ${((await answer.json()) as ErrorBody).error.code}`;
    };
    const zipped = (mebibytes: number) => {
      const made = new FormData();
      made.append("file", new Blob([Buffer.alloc(mebibytes * 2 ** 20)]), "site.zip");
      return made;
    };
    for (const mebibytes of [4, 33, 4, 16]) {
      const json = JSON.stringify({ name: "x".repeat(mebibytes * 2 ** 20) });
      expect(await send("POST", "", json), `${mebibytes} MiB of JSON`).toBe("413 payload_too_large");
    }
    for (const mebibytes of [34, 40, 60])
      expect(
        await send("PUT", "/web/plans/PLAN-1/prototype", zipped(mebibytes)),
        `a form of ${mebibytes} MiB`,
      ).toBe("413 payload_too_large");
    const whole = " ".repeat(3 * 2 ** 20);
    const { port: at } = patient.server.address() as AddressInfo;
    const sized = `Content-Length: ${whole.length}`;
    const heard = await sendRaw(at, [raw.post([sized], whole), raw.get("/v1/me", raw.auth())]);
    expect([...heard.text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual(["413", "200"]);
    const last = await sendRaw(at, [raw.post([sized, "Connection: close"], whole.slice(1)), " "], {
      pause: 300,
    });
    expect([last.status, last.body.error.code]).toEqual([413, "payload_too_large"]);
    expect(last.ms, "closed once all of it was read, and not before").toBeGreaterThan(290);
    await patient.close();
  });
});
