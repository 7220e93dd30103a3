import { search as endpoint, SearchKind } from "@groundplan/contract";
import { Option } from "commander";
import { command } from "../../command.ts";
import { jsonOption } from "../../options.ts";
import { sayList } from "../../say-list.ts";
import { type Common, openSession } from "../../session.ts";

interface Options extends Common {
  kind?: (typeof SearchKind.options)[number];
}

export const search = () =>
  command(
    "search",
    "find plans, specs, context sources, skills, instructions and threads",
    "groundplan search sign in",
    "groundplan search '\"wrong password\"' --kind spec",
  )
    .argument("<words...>", 'all must match; "…" is a phrase, a final * a prefix')
    .addOption(new Option("--kind <kind>", "only results of this kind").choices(SearchKind.options))
    .option("--project <slug>", "only results of this project")
    .addOption(jsonOption("{results}"))
    .action(async (words: string[], { kind, project, json }: Options) => {
      const query = { q: words.join(" "), kind, projectSlug: project };
      await sayList(openSession().client, endpoint, { query }, "results", {
        json,
        none: "Nothing matches all of these words. A final * finds words that begin so.",
        columns: {
          KIND: ({ kind: found }) => found,
          WHERE: ({ planShortId, specShortId, projectSlug }) =>
            [planShortId, specShortId].filter((part) => part !== undefined).join("/") || projectSlug,
          TITLE: ({ title }) => title,
          EXCERPT: ({ excerpt }) => excerpt,
        },
      });
    });
