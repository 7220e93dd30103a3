import { styleText } from "node:util";
import { getSpecVersion, listSpecVersions, type Reply } from "@groundplan/contract";
import { createTwoFilesPatch } from "diff";
import { command } from "../../command.ts";
import { asCount, jsonOption, projectOption } from "../../options.ts";
import { printable, say, sayJson } from "../../output.ts";
import { type Common, openSession } from "../../session.ts";

type Version = Reply<typeof getSpecVersion>["version"];

export const diff = () =>
  command(
    "diff",
    "show what changed between two versions of a spec's text",
    "groundplan diff PLAN-1/SPEC-2   # the last change",
    "groundplan diff PLAN-1/SPEC-2 3   # since version 3",
    "groundplan diff PLAN-1/SPEC-2 3 5",
  )
    .argument("<spec>", "such as PLAN-1/SPEC-2")
    .argument("[from]", "the older version; the one before the newest if omitted", asCount)
    .argument("[to]", "the newer one; the newest if omitted", asCount)
    .addOption(projectOption())
    .addOption(jsonOption("{from, to, diff}, the two versions and a unified diff"))
    .action(async (handle: string, from: number | undefined, to: number | undefined, options: Common) => {
      const { client, spec } = openSession(options);
      const params = await spec(handle);
      const { versions } = await client.call(listSpecVersions, { params, query: { limit: "2" } });
      const newest = versions[0]?.seq ?? 1;
      const read = async (seq: number): Promise<Version> =>
        (await client.call(getSpecVersion, { params: { ...params, seq: `${seq}` } })).version;
      const newer = await read(to ?? newest);
      const older = from ?? versions[1]?.seq;
      const before = older === undefined ? undefined : await read(older);
      const patch = patchOf(before, newer);
      if (options.json) return sayJson({ from: before ?? null, to: newer, diff: patch });
      if (before && before.content === newer.content && before.title === newer.title)
        return say("The two versions have the same text.");
      for (const line of patch.trimEnd().split("\n")) say(coloured(printable(line)));
    });

const nameOf = (version: Version | undefined) =>
  version ? `version ${version.seq}: ${version.title}` : "nothing";

const patchOf = (before: Version | undefined, after: Version): string =>
  createTwoFilesPatch(nameOf(before), nameOf(after), before?.content ?? "", after.content)
    .split("\n")
    .slice(1)
    .join("\n");

function coloured(line: string): string {
  const colour = line.startsWith("+")
    ? "green"
    : line.startsWith("-")
      ? "red"
      : line.startsWith("@@")
        ? "cyan"
        : null;
  return colour === null ? line : styleText(colour, line, { stream: process.stdout });
}
