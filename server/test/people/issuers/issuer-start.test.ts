import { describe, expect, it } from "vitest";
import { databases } from "../../databases.ts";
import { serveWith } from "../../metrics/process.ts";
import { startIssuer } from "./issuer.ts";

describe.each(databases)("a start on $database", ({ create }) => {
  it("names the setting and the issuer's own name if they differ", async () => {
    const [database, issuer] = await Promise.all([create(), startIssuer()]);
    issuer.serve("https://plans.example");
    issuer.instead = (_request, response) => {
      const document = {
        issuer: "https://id.example/realms/other",
        authorization_endpoint: "https://id.example/",
      };
      response.setHeader("content-type", "application/json").end(JSON.stringify(document));
      return true;
    };
    const service = serveWith({ ...database.env, ...issuer.env });
    const [line] = await service.says(/\{.*GROUNDPLAN_OIDC_ISSUER is .*\}/);
    expect(JSON.parse(line)).toMatchObject({
      level: 40,
      setting: new URL(issuer.env.GROUNDPLAN_OIDC_ISSUER ?? "").href,
      issuer: "https://id.example/realms/other",
    });
    await service.says(/serves on/);
    expect(await service.stop()).toBe(0);
    await issuer.close();
    await database.drop();
  });
});
