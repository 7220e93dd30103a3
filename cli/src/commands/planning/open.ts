import { spawn } from "node:child_process";
import { getPlan, getSpec } from "@groundplan/contract";
import { command } from "../../command.ts";
import { jsonOption, projectOption } from "../../options.ts";
import { say, sayJson } from "../../output.ts";
import { type Common, openSession, type Session } from "../../session.ts";
import { asTarget } from "../../target.ts";

export const open = () =>
  command(
    "open",
    "print the address of a plan, spec or project in the console, and open it on a terminal",
    "groundplan open PLAN-1/SPEC-2",
    "groundplan open   # the project of this folder",
  )
    .argument(
      "[handle]",
      "a plan's or spec's, such as PLAN-1 or PLAN-1/SPEC-2; the project if omitted",
      asTarget,
    )
    .addOption(projectOption())
    .addOption(jsonOption("{url}"))
    .action(async (handle: string | undefined, options: Common) => {
      const session = openSession(options);
      const url =
        session.settings.url + (await pathOf(session, handle, options.project ?? session.settings.project));
      if (options.json) return sayJson({ url });
      say(url);
      if (process.stdout.isTTY) openBrowser(url);
    });

/** Throws if there is no such plan or spec. */
async function pathOf(
  { client, plan }: Session,
  handle: string | undefined,
  project: string | undefined,
): Promise<string> {
  if (handle === undefined) return project === undefined ? "/" : `/projects/${encodeURIComponent(project)}`;
  const [planHandle = "", spec] = handle.split("/");
  const params = await plan(planHandle);
  if (spec === undefined) await client.call(getPlan, { params });
  else await client.call(getSpec, { params: { ...params, specShortId: spec } });
  const path = `/projects/${encodeURIComponent(params.projectSlug)}/plans/${params.planShortId}`;
  return spec === undefined ? path : `${path}/specs/${spec}`;
}

/** Opens an address in the browser. That it can't is no failure: the address is printed. */
export function openBrowser(url: string): void {
  const [file, ...args] =
    process.platform === "darwin"
      ? ["open"]
      : process.platform === "win32"
        ? ["cmd", "/c", "start", ""]
        : ["xdg-open"];
  if (file === undefined) return;
  const child = spawn(file, [...args, url], { stdio: "ignore", detached: true });
  child.on("error", () => {});
  child.unref();
}
