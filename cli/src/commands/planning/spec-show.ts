import { getSpec, getSpecReadiness, type Reply, type SpecWithCriteria } from "@groundplan/contract";
import { command } from "../../command.ts";
import { specOf } from "../../handles.ts";
import { heldBy, statusLabels } from "../../labels.ts";
import { locatePlan } from "../../locate-plan.ts";
import { printable, say, sayJson } from "../../output.ts";
import { connect } from "../../service.ts";
import { readSettings } from "../../settings.ts";
import { sayMarkdown } from "../../terminal-markdown/say-markdown.ts";

type Readiness = Reply<typeof getSpecReadiness>;

export const showSpec = () =>
  command(
    "show",
    "show a spec with its criteria, and how to make it clearer",
    "groundplan spec show PLAN-1/SPEC-2",
  )
    .argument("<handles...>", "the plan's and the spec's, such as PLAN-1/SPEC-2 or PLAN-1 SPEC-2")
    .option("--project <slug>", "the project; found by the handle if omitted")
    .option("--json", "print {spec}")
    .action(async (handles: string[], { project, json }: { project?: string; json?: true }) => {
      const { planShortId, specShortId } = specOf(handles);
      const settings = readSettings();
      const client = connect(settings);
      const plan = await locatePlan(client, planShortId, project ?? settings.project);
      const params = { ...plan, specShortId };
      const found = await client.call(getSpec, { params });
      if (json) return sayJson(found);
      const readiness = await client.call(getSpecReadiness, { params });
      saySpec(planShortId, found.spec, readiness);
    });

function saySpec(plan: string, spec: SpecWithCriteria, readiness: Readiness): void {
  const {
    shortId,
    title,
    status,
    claim,
    awaitsReview,
    effortLabel,
    needsFirst,
    acceptanceCriteria,
    external,
    content,
  } = spec;
  const facts = [
    statusLabels[status],
    ...(claim ? [`${heldBy(claim)} until ${claim.until}`] : []),
    ...(awaitsReview ? ["awaits a review"] : []),
    effortLabel === null ? "no effort set" : `effort ${effortLabel}`,
    `${readiness.label}${readiness.source === "set" ? ", set by a person" : ""}`,
    `acceptance criteria: ${acceptanceCriteria.length}`,
    ...(needsFirst.length > 0 ? [`needs ${needsFirst.join(", ")} first`] : []),
  ];
  say(printable(`${plan}/${shortId}  ${title}`), printable(facts.join(" · ")));
  for (const { key, url } of external) say(printable(`On the tracker: ${key}  ${url}`));
  if (content.trim() === "") say("", "It has no text yet.");
  else {
    say("");
    sayMarkdown(content);
  }
  if (readiness.reasons.length === 0) return;
  say("", "What would make it clearer:");
  for (const { line, text, fix } of readiness.reasons)
    say(printable(`  ${line === null ? "" : `line ${line}: `}${text} ${fix}`));
}
