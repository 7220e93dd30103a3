import { effortLabel, type SpecStatus, statusLabels } from "@groundplan/contract";
import { takeTurns } from "../../../dispatch/concurrency/take-turns.ts";
import type { Db } from "../../../storage/dialect.ts";
import { planHandle, specHandle } from "../../handles.ts";
import type { LinkedText } from "../token.ts";
import { escaped } from "./escaped.ts";
import { shownPictures } from "./find-picture.ts";
import type { LinkedPage, ShownPlan, ShownSpec } from "./read-page.ts";
import { renderText, type TextOptions } from "./render-text.ts";

const specStatuses: Record<SpecStatus, string> = {
  TODO: "To do",
  IN_PROGRESS: "In progress",
  DONE: "Done",
  CANCELLED: "Cancelled",
};
const picture = /\/v1\/files\/([0-9a-f-]{36})/g;

/** Returns a page of a link as HTML. `base` is the link's address. */
export async function renderPage(db: Db, link: LinkedText, page: LinkedPage, base: string): Promise<string> {
  const { plan, specs } = page;
  const texts = [plan?.description ?? "", ...specs.map(({ content }) => content)];
  const named = texts.flatMap((text) => [...text.matchAll(picture)].map(([, id = ""]) => id));
  const shown = new Set((await shownPictures(db, link, named)).map(({ id }) => id));
  const options: TextOptions = {
    pictureAt: (id) => (shown.has(id) ? `${base}/files/${id}` : null),
    hasNames: link.names === 1,
  };
  const parts: string[] = [];
  const turn = takeTurns();
  for (const spec of specs) {
    await turn();
    parts.push(plan ? articleOf(spec, page, options) : singleOf(spec, options));
  }
  if (!plan) return htmlOf(specs[0]?.title ?? "", parts.join("\n"));
  const ofPlan = base + (plan.id === link.plan_id ? "" : `/${planHandle(plan.number)}`);
  const next =
    page.next === null
      ? ""
      : `<nav aria-label="Pages"><a href="${ofPlan}?after=${specHandle(page.next)}">Further specs</a></nav>`;
  const body = [
    parentOf(page.parent, link, base),
    headOf(plan, page.owner),
    plan.description === null ? "" : `<section>${renderText(plan.description, options)}</section>`,
    subPlansOf(page.subPlans, base),
    parts.length === 0 ? "" : `<h2>Specs</h2>\n${parts.join("\n")}`,
    next,
  ];
  return htmlOf(plan.name, body.filter((part) => part !== "").join("\n"));
}

function headOf({ number, name, status, spec_count }: ShownPlan, owner: string | null): string {
  const facts = [
    statusLabels[status],
    spec_count === 1 ? "1 spec" : `${spec_count} specs`,
    ...(owner === null ? [] : [`Owned by ${owner}`]),
  ];
  return `<p class="handle">${planHandle(number)}</p>\n<h1>${escaped(name)}</h1>\n${factsOf(facts)}`;
}

const factsOf = (facts: readonly string[]) =>
  `<ul class="facts">${facts.map((fact) => `<li>${escaped(fact)}</li>`).join("")}</ul>`;

const parentOf = (parent: ShownPlan | null, { plan_id }: LinkedText, base: string): string =>
  parent === null
    ? ""
    : `<nav aria-label="Above"><a href="${base}${parent.id === plan_id ? "" : `/${planHandle(parent.number)}`}">${escaped(parent.name)}</a></nav>`;

function subPlansOf(plans: readonly ShownPlan[], base: string): string {
  if (plans.length === 0) return "";
  const items = plans.map(
    ({ number, name, status }) =>
      `<li><span class="handle">${planHandle(number)}</span> <a href="${base}/${planHandle(number)}">${escaped(name)}</a>, ${statusLabels[status].toLowerCase()}</li>`,
  );
  return `<h2>Sub-plans</h2>\n<ul>${items.join("")}</ul>`;
}

function articleOf(spec: ShownSpec, page: LinkedPage, options: TextOptions): string {
  const handle = specHandle(spec.number);
  const needs = spec.needs.map((need) => needOf(need, page));
  return `<article id="${handle}">
<p class="handle">${handle}</p>
<h3>${escaped(spec.title)}</h3>
${factsOf(factsOfSpec(spec))}
${needs.length === 0 ? "" : `<p class="facts">Needs first: ${needs.join(", ")}</p>\n`}${renderText(spec.content, options)}
</article>`;
}

const singleOf = (spec: ShownSpec, options: TextOptions): string =>
  `<p class="handle">${specHandle(spec.number)}</p>
<h1>${escaped(spec.title)}</h1>
${factsOf(factsOfSpec(spec))}
<section>${renderText(spec.content, options)}</section>`;

function factsOfSpec({ status, effort }: ShownSpec): string[] {
  const label = effortLabel(effort);
  return [specStatuses[status], ...(label === null ? [] : [`Effort ${label}`])];
}

/** Names a need, and leads to it on the same page. */
function needOf(
  { number, title, plan_id, plan_number }: ShownSpec["needs"][number],
  page: LinkedPage,
): string {
  const isOfPlan = plan_id === page.plan?.id;
  const handle = isOfPlan ? specHandle(number) : `${planHandle(plan_number)}/${specHandle(number)}`;
  const said = `${handle} ${escaped(title)}`;
  const isHere = isOfPlan && page.specs.some((spec) => spec.number === number);
  return isHere ? `<a href="#${handle}">${said}</a>` : said;
}

const htmlOf = (title: string, content: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escaped(title)}</title>
<link rel="stylesheet" href="/l/style.css">
</head>
<body>
<main>
${content}
<footer>A link to read, shared from Groundplan. It shows the texts as they are now.</footer>
</main>
</body>
</html>
`;
