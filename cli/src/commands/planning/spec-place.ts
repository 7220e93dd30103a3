import {
  deleteSpec as deleteEndpoint,
  moveSpec as move,
  restoreSpec as restore,
  type SpecStatus,
  specStatus,
  updateSpec,
} from "@groundplan/contract";
import { Argument } from "commander";
import { command } from "../../command.ts";
import { confirm } from "../../confirm.ts";
import { asPlan } from "../../handles.ts";
import { statusLabels } from "../../labels.ts";
import { choiceOf, jsonOption, projectOption, wordOf, yesOption } from "../../options.ts";
import { printable, say, sayJson } from "../../output.ts";
import { type Common, openSession } from "../../session.ts";

const about = "such as PLAN-1/SPEC-2";

export const setStatus = () =>
  command(
    "status",
    "change a spec's status",
    "groundplan spec status PLAN-1/SPEC-2 in-progress",
    "groundplan spec status PLAN-1/SPEC-2 done",
  )
    .argument("<spec>", about)
    .addArgument(new Argument("<status>", "its new status").choices(specStatus.options.map(choiceOf)))
    .addOption(projectOption())
    .addOption(jsonOption("{spec}"))
    .action(async (handle: string, status: string, options: Common) => {
      const { client, spec } = openSession(options);
      const params = await spec(handle);
      const changed = await client.call(updateSpec, { params, body: { status: wordOf<SpecStatus>(status) } });
      if (options.json) return sayJson(changed);
      const { shortId, title, status: word } = changed.spec;
      say(printable(`${params.planShortId}/${shortId}  ${title}: ${statusLabels[word]}`));
    });

export const moveSpec = () =>
  command(
    "move",
    "move a spec to another plan, where it gets the next handle",
    "groundplan spec move PLAN-1/SPEC-2 PLAN-3",
  )
    .argument("<spec>", about)
    .argument("<plan>", "the plan that gets it", asPlan)
    .addOption(projectOption())
    .addOption(jsonOption("{spec}"))
    .action(async (handle: string, target: string, options: Common) => {
      const { client, spec } = openSession(options);
      const params = await spec(handle);
      const moved = await client.call(move, { params, body: { planId: target } });
      if (options.json) return sayJson(moved);
      say(printable(`It is ${target}/${moved.spec.shortId} now: ${moved.spec.title}`));
    });

export const deleteSpec = () =>
  command("delete", "delete a spec; it can be restored for a time", "groundplan spec delete PLAN-1/SPEC-2")
    .argument("<spec>", about)
    .addOption(yesOption())
    .addOption(projectOption())
    .addOption(jsonOption("{deleted}"))
    .action(async (handle: string, { yes, ...options }: Common & { yes?: true }) => {
      const { client, spec } = openSession(options);
      const params = await spec(handle);
      const name = `${params.planShortId}/${params.specShortId}`;
      await confirm(`This deletes ${name}.`, yes);
      const answer = await client.call(deleteEndpoint, { params });
      if (options.json) return sayJson(answer);
      say(`${name} is deleted. \`groundplan spec restore ${name}\` brings it back.`);
    });

export const restoreSpec = () =>
  command("restore", "restore a deleted spec", "groundplan spec restore PLAN-1/SPEC-2")
    .argument("<spec>", "as `groundplan spec list PLAN --deleted` lists it")
    .addOption(projectOption())
    .addOption(jsonOption("{spec, dropped}"))
    .action(async (handle: string, options: Common) => {
      const { client, spec } = openSession(options);
      const params = await spec(handle);
      const restored = await client.call(restore, { params });
      if (options.json) return sayJson(restored);
      say(printable(`${params.planShortId}/${restored.spec.shortId}  ${restored.spec.title}`));
      for (const { from, to } of restored.dropped)
        say(printable(`${from} no longer needs ${to}, which would close a cycle.`));
    });
