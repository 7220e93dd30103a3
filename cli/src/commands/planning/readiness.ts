import { getSpecReadiness, listSpecs } from "@groundplan/contract";
import { command } from "../../command.ts";
import { jsonOption, projectOption } from "../../options.ts";
import { printable, say, sayJson } from "../../output.ts";
import { sayList } from "../../say-list.ts";
import { type Common, openSession } from "../../session.ts";
import { asTarget } from "../../target.ts";

export const readiness = () =>
  command(
    "readiness",
    "show how ready a spec is and how to make it clearer, or how ready a plan's specs are",
    "groundplan readiness PLAN-1/SPEC-2",
    "groundplan readiness PLAN-1",
  )
    .argument("<handle>", "a spec's or plan's, such as PLAN-1/SPEC-2 or PLAN-1", asTarget)
    .addOption(projectOption())
    .addOption(jsonOption("{readiness, label, source, reasons}; of a plan {specs}"))
    .action(async (handle: string, options: Common) => {
      const { client, plan, spec } = openSession(options);
      if (!handle.includes("/"))
        return sayList(client, listSpecs, { params: await plan(handle) }, "specs", {
          json: options.json,
          none: `${handle} has no specs yet. \`groundplan spec create ${handle} TITLE\` makes one.`,
          columns: {
            SPEC: ({ shortId }) => shortId,
            READINESS: ({ readinessLabel }) => readinessLabel,
            GRADE: ({ readiness: grade }) => grade,
            TITLE: ({ title }) => title,
          },
        });
      const found = await client.call(getSpecReadiness, { params: await spec(handle) });
      if (options.json) return sayJson(found);
      say(
        `${handle}  ${found.label}, ${found.readiness} of 5${found.source === "set" ? ", set by a person" : ""}`,
      );
      for (const { line, text, fix } of found.reasons)
        say(printable(`  ${line === null ? "" : `line ${line}: `}${text} ${fix}`));
    });
