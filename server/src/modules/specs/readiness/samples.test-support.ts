import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseKiro } from "../../../../../client/src/import/kiro/parse.ts";
import { readiness } from "./index.ts";
import { rules } from "./rules.ts";

type Sample = { title: string; content: string };

const root = join(import.meta.dirname, "../../../../../../shared/samples");
const read = (...path: string[]) => readFileSync(join(root, ...path), "utf8");

export const samplesAreThere = existsSync(root);

function kiro(name: RegExp): Sample[] {
  const folder = "kiro-cc-sdd/.kiro/specs";
  const names = readdirSync(join(root, folder)).filter((each) => name.test(each));
  return names.flatMap(
    (each) => parseKiro({ "requirements.md": read(folder, each, "requirements.md") }).specs,
  );
}

function backlog(): Sample[] {
  const folder = "backlog-md/backlog/tasks";
  return readdirSync(join(root, folder)).map((file) => {
    const text = read(folder, file);
    return { title: /^title: (.*)$/m.exec(text)?.[1] ?? "", content: text.replace(/^---\n.*?\n---\n/s, "") };
  });
}

/** Returns a task's description and criteria; a leading `#1` of an item becomes its number. */
function asNumbered({ title, content }: Sample): Sample {
  const sections = content.split(/^(?=## )/m).filter((part) => /^## (?:Description|Acceptance)/.test(part));
  return { title, content: sections.join("").replace(/^- \[[ xX]\] #(\d+) /gm, "$1. ") };
}

function openSpec(): Sample[] {
  const files = readdirSync(join(root, "openspec"), { recursive: true, encoding: "utf8" });
  const specs = files.filter((file) => file.endsWith("spec.md")).sort();
  return specs.flatMap((file) => {
    const parts = read("openspec", file)
      .split(/^(?=### Requirement: )/m)
      .slice(1);
    return parts.map((part) => {
      const [heading = "", ...lines] = (part.split(/^## /m)[0] ?? "").split("\n");
      return { title: heading.replace("### Requirement: ", ""), content: lines.join("\n") };
    });
  });
}

function asCriteria({ title, content }: Sample): Sample {
  const [prose = "", ...scenarios] = content.split(/^#### Scenario: /m);
  const items = scenarios.map((text, index) => `${index + 1}. ${text.replaceAll("\n", "\n   ")}\n`);
  return { title, content: `${prose}\n## Acceptance criteria\n\n${items.join("\n")}` };
}

/** Prints the samples' grades as the table in `docs/readiness.md`. */
export function distribution(): string {
  const sets: [string, Sample[]][] = [
    ["Kiro, English", kiro(/-en$/)],
    ["Kiro, Japanese", kiro(/-ja$/)],
    ["Backlog.md, whole tasks as they are", backlog()],
    ["Backlog.md, description and criteria, numbered", backlog().map(asNumbered)],
    ["OpenSpec, requirements as they are", openSpec()],
    ["OpenSpec, scenarios as criteria", openSpec().map(asCriteria)],
  ];
  const rows = sets.map(([name, specs]) => {
    const graded = specs.map((spec) => readiness({ ...spec, effort: null, danglingNeeds: [] }));
    const grades = [1, 2, 3, 4, 5].map((grade) => graded.filter((each) => each.readiness === grade).length);
    const fired = [...new Set(rules.map(({ code }) => code))].flatMap((code) => {
      const count = graded.filter(({ reasons }) => reasons.some((reason) => reason.code === code)).length;
      return count > 0 ? [`${code} ${count}`] : [];
    });
    return `| ${[name, specs.length, ...grades, fired.join(", ")].join(" | ")} |`;
  });
  return [
    "| specs | number | 1 | 2 | 3 | 4 | 5 | rules that found something |",
    "|---|---|---|---|---|---|---|---|",
    ...rows,
  ].join("\n");
}
