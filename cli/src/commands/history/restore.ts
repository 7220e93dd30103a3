import { restoreSpecVersion } from "@groundplan/contract";
import { command } from "../../command.ts";
import { asCount, jsonOption, projectOption } from "../../options.ts";
import { printable, say, sayJson } from "../../output.ts";
import { type Common, openSession } from "../../session.ts";

export const restore = () =>
  command(
    "restore",
    "make an earlier version of a spec's text the current one",
    "groundplan restore PLAN-1/SPEC-2 3",
  )
    .argument("<spec>", "such as PLAN-1/SPEC-2")
    .argument("<version>", "as `groundplan versions` lists it", asCount)
    .addOption(projectOption())
    .addOption(jsonOption("{spec}"))
    .action(async (handle: string, version: number, options: Common) => {
      const { client, spec } = openSession(options);
      const params = { ...(await spec(handle)), seq: `${version}` };
      const restored = await client.call(restoreSpecVersion, { params });
      if (options.json) return sayJson(restored);
      say(
        printable(`${params.planShortId}/${restored.spec.shortId} has the text of version ${version} again.`),
      );
    });
