import type { EventType, WorkspaceEvent } from "@groundplan/contract";
import { command } from "../../command.ts";
import { exitCodes } from "../../exit-codes.ts";
import { Failure } from "../../failure.ts";
import { asNumber, jsonOption } from "../../options.ts";
import { printable, say, sayJson } from "../../output.ts";
import { interrupted, untilInterrupted } from "../../push/interrupted.ts";
import { openSession } from "../../session.ts";
import { readEvents } from "../../sse/read-events.ts";
import { asEventType, eventRow } from "./event-words.ts";

interface Options {
  follow?: true;
  since?: number;
  type?: EventType[];
  project?: string;
  json?: true;
}

export const events = () =>
  command(
    "events",
    "list what happened since a number, and follow what happens",
    "groundplan events --follow",
    "groundplan events --follow --json | jq .type",
    "groundplan events --since 0 --type spec.updated",
  )
    .option("--follow", "stay, and print each event as it happens; Ctrl-C ends it")
    .option("--since <number>", "begin after the event of this number; 0 is the first one", asNumber)
    .option(
      "--type <type...>",
      "only these types, such as spec.updated",
      (value: string, before?: EventType[]) => [...(before ?? []), asEventType(value)],
    )
    .option("--project <slug>", "only events of this project")
    .addOption(jsonOption("one event a line"))
    .action(async ({ follow, since, type, project, json }: Options) => {
      if (!follow && since === undefined)
        throw new Failure("Give --follow, or a number with --since: 0 lists everything.", {
          exitCode: exitCodes.usage,
        });
      const { client, settings } = openSession();
      const show = (event: WorkspaceEvent) => {
        if (type && !type.includes(event.type)) return;
        if (project !== undefined && event.projectSlug !== project) return;
        if (json) sayJson(event);
        else say(printable(eventRow(event).join("  ")));
      };
      const ended = await untilInterrupted((signal) =>
        readEvents({ client, url: settings.url, since, follow: follow ?? false, signal, show }),
      );
      if (ended === interrupted) process.exitCode = exitCodes.interrupted;
    });
