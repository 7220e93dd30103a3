import { createDependency, deleteDependency, listDependencies } from "@groundplan/contract";
import { command } from "../../command.ts";
import { exitCodes } from "../../exit-codes.ts";
import { Failure } from "../../failure.ts";
import { listing } from "../../group.ts";
import { jsonOption, projectOption } from "../../options.ts";
import { say, sayJson } from "../../output.ts";
import { type Common, openSession, type Session } from "../../session.ts";
import { sayTable } from "../../table.ts";
import { asTarget, idOf } from "../../target.ts";

const planOf = (handle: string) => handle.split("/")[0] ?? "";

const list = () =>
  command(
    "list",
    "list what a spec needs first, or what a plan and its specs need",
    "groundplan needs PLAN-1",
    "groundplan needs list PLAN-1/SPEC-2",
  )
    .argument("<handle>", "a plan's or spec's, such as PLAN-1 or PLAN-1/SPEC-2", asTarget)
    .addOption(projectOption())
    .addOption(jsonOption("{dependencies}"))
    .action(async (handle: string, options: Common) => {
      const session = openSession(options);
      const dependencies = (await needsOf(session, handle)).filter(
        ({ fromHandle }) => !handle.includes("/") || fromHandle === handle,
      );
      if (options.json) return sayJson({ dependencies });
      if (dependencies.length === 0)
        return say(
          `${handle} needs nothing first. \`groundplan needs add ${handle} OTHER\` says that it does.`,
        );
      const hidden = "one that you can't read";
      sayTable(
        ["THIS", "NEEDS FIRST"],
        dependencies.map(({ fromHandle, toHandle }) => [fromHandle ?? hidden, toHandle ?? hidden]),
      );
    });

const add = () =>
  command(
    "add",
    "say that a spec needs another one first, or a plan another plan",
    "groundplan needs add PLAN-1/SPEC-2 PLAN-1/SPEC-1",
    "groundplan needs add PLAN-2 PLAN-1",
  )
    .argument("<handle>", "the spec or plan that waits", asTarget)
    .argument("<needed>", "the spec or plan that comes first", asTarget)
    .addOption(projectOption())
    .addOption(jsonOption("{dependency}"))
    .action(async (handle: string, needed: string, options: Common) => {
      requireSameKind(handle, needed);
      const session = openSession(options);
      const params = await session.plan(planOf(handle));
      const [from, to] = [await idOf(session, handle), await idOf(session, needed)];
      const created = handle.includes("/")
        ? await session.client.call(createDependency, { params, body: { fromSpecId: from, toSpecId: to } })
        : await session.client.call(createDependency, { params, body: { fromPlanId: from, toPlanId: to } });
      if (options.json) return sayJson(created);
      say(`${handle} needs ${needed} first.`);
    });

const remove = () =>
  command("remove", "say that it no longer needs it", "groundplan needs remove PLAN-1/SPEC-2 PLAN-1/SPEC-1")
    .argument("<handle>", "the spec or plan that waits", asTarget)
    .argument("<needed>", "the spec or plan that comes first", asTarget)
    .addOption(projectOption())
    .addOption(jsonOption("{deleted}"))
    .action(async (handle: string, needed: string, options: Common) => {
      requireSameKind(handle, needed);
      const session = openSession(options);
      const found = (await needsOf(session, handle)).find(
        ({ fromHandle, toHandle }) => fromHandle === handle && toHandle === needed,
      );
      if (!found)
        throw new Failure(
          `${handle} does not need ${needed}. \`groundplan needs ${handle}\` lists what it needs.`,
          {
            exitCode: exitCodes.notFound,
          },
        );
      const params = { ...(await session.plan(planOf(handle))), dependencyId: found.id };
      const answer = await session.client.call(deleteDependency, { params });
      if (options.json) return sayJson(answer);
      say(`${handle} no longer needs ${needed}.`);
    });

export const needs = () => listing("needs", "what has to be done first", list(), add(), remove());

const needsOf = async ({ client, plan }: Session, handle: string) =>
  Array.fromAsync(client.pages(listDependencies, { params: await plan(planOf(handle)) }, "dependencies"));

function requireSameKind(handle: string, needed: string): void {
  if (handle.includes("/") === needed.includes("/")) return;
  throw new Failure("A spec needs a spec, and a plan a plan. Name two of a kind.", {
    exitCode: exitCodes.usage,
  });
}
