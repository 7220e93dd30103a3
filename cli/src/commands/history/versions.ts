import { getSpecVersion, listSpecVersions } from "@groundplan/contract";
import { command } from "../../command.ts";
import { asCount, jsonOption, projectOption } from "../../options.ts";
import { sayJson } from "../../output.ts";
import { sayList } from "../../say-list.ts";
import { type Common, openSession } from "../../session.ts";
import { sayMarkdown } from "../../terminal-markdown/say-markdown.ts";

export const versions = () =>
  command(
    "versions",
    "list the versions of a spec's text, the newest first, or show one",
    "groundplan versions PLAN-1/SPEC-2",
    "groundplan versions PLAN-1/SPEC-2 3",
  )
    .argument("<spec>", "such as PLAN-1/SPEC-2")
    .argument("[version]", "the number of the version to show", asCount)
    .addOption(projectOption())
    .addOption(jsonOption("{versions}, or {version}"))
    .action(async (handle: string, version: number | undefined, options: Common) => {
      const { client, spec } = openSession(options);
      const params = await spec(handle);
      if (version !== undefined) {
        const found = await client.call(getSpecVersion, { params: { ...params, seq: `${version}` } });
        if (options.json) return sayJson(found);
        return sayMarkdown(found.version.content);
      }
      await sayList(client, listSpecVersions, { params }, "versions", {
        json: options.json,
        none: "There are no versions.",
        columns: {
          VERSION: ({ seq }) => seq,
          WHEN: ({ createdAt }) => createdAt,
          WHO: ({ actor }) => actor,
          HOW: ({ op }) => op,
          LENGTH: ({ characters }) => characters,
          MESSAGE: ({ message }) => message,
        },
      });
    });
