import { listAllSpecs, listSpecs as listOfPlan, type Spec, specStatus } from "@groundplan/contract";
import { Option } from "commander";
import { command } from "../../command.ts";
import { asPlan } from "../../handles.ts";
import { statusLabels } from "../../labels.ts";
import { choiceOf, given, jsonOption, wordOf } from "../../options.ts";
import { findMember } from "../../people.ts";
import { sayList } from "../../say-list.ts";
import { type Common, openSession } from "../../session.ts";

interface Options extends Common {
  status?: string[];
  assignee?: string;
  label?: string[];
  priority?: string[];
  readiness?: string[];
  effort?: string[];
  due?: string;
  words?: string;
  sort?: string;
  deleted?: true;
}

const grades = ["1", "2", "3", "4", "5"];

export const listSpecs = () =>
  command(
    "list",
    "list the specs of a plan without its sub-plans, or those of all plans",
    "groundplan spec list PLAN-1",
    "groundplan spec list --assignee me --status todo in-progress",
    "groundplan spec list PLAN-1 --deleted   # those that can be restored",
  )
    .argument("[plan]", "its handle, such as PLAN-1; all plans if omitted", asPlan)
    .addOption(new Option("--status <status...>", "only these").choices(specStatus.options.map(choiceOf)))
    .option("--assignee <email>", "only specs of this member; me, or none for nobody's")
    .option("--label <name...>", "only specs with one of these labels")
    .addOption(
      new Option("--priority <number...>", "only these; 1 is urgent, 4 low, 0 none").choices([
        "0",
        ...grades.slice(0, 4),
      ]),
    )
    .addOption(new Option("--readiness <grade...>", "only these, from 1 to 5").choices(grades))
    .addOption(new Option("--effort <grade...>", "only these, from 1 to 5").choices(["none", ...grades]))
    .option("--due <days>", "overdue, week, none, or days such as 2027-01-01..2027-01-31")
    .option("--words <words>", "only specs with all of these words")
    .option("--sort <field>", "updated, created, due or priority; - before it turns the order round")
    .addOption(
      new Option("--deleted", "instead, the deleted ones; of a plan").conflicts(["status", "assignee"]),
    )
    .option("--project <slug>", "the project; found by the plan's handle if omitted")
    .addOption(jsonOption("{specs}"))
    .action(async (handle: string | undefined, { json, project, ...options }: Options) => {
      const { client, settings, plan } = openSession(given({ project }));
      const { assignee, deleted, words, due, sort, status, ...several } = options;
      const query = given({
        q: words,
        status: status?.map(wordOf).join(","),
        assignee:
          assignee && assignee !== "me" && assignee !== "none"
            ? (await findMember(client, assignee)).userId
            : assignee,
        label: several.label?.join(","),
        priority: several.priority?.join(","),
        readiness: several.readiness?.join(","),
        effort: several.effort?.join(","),
        due,
        sort: sort as "updated" | undefined,
      });
      const columns = {
        STATUS: ({ status }: Spec) => statusLabels[status],
        READINESS: ({ readinessLabel }: Spec) => readinessLabel,
        EFFORT: ({ effortLabel }: Spec) => effortLabel,
        TITLE: ({ title }: Spec) => title,
      };
      if (handle === undefined) {
        const ofProject = project ?? settings.project;
        await sayList(
          client,
          listAllSpecs,
          { query: { ...query, ...given({ project: ofProject }) } },
          "specs",
          {
            json,
            none: "There are no such specs.",
            columns: { SPEC: ({ planShortId, shortId }) => `${planShortId}/${shortId}`, ...columns },
          },
        );
        return;
      }
      const isWhole = Object.keys(query).length === 0 && !deleted;
      await sayList(
        client,
        listOfPlan,
        { params: await plan(handle), query: { ...query, ...(deleted ? { deleted: "true" } : {}) } },
        "specs",
        {
          json,
          none: isWhole
            ? `${handle} has no specs yet. \`groundplan plan show ${handle}\` shows its sub-plans.`
            : "There are no such specs.",
          columns: { SPEC: ({ shortId }) => shortId, ...columns },
        },
      );
    });
