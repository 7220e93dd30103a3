import { featureName, notImported } from "./files.ts";
import { makePlan } from "./plan.ts";
import { type Outline, outline } from "./sections.ts";
import { cleanSource } from "./source.ts";
import { makeSpec } from "./spec.ts";
import { type ImportedSpec, type KiroImport, maxBytes, type Notice, requirementsFile } from "./types.ts";

function refuseLarge(text: string, what: string): void {
  const size = Buffer.byteLength(text);
  if (size <= maxBytes) return;
  throw new Error(
    `${requirementsFile}: ${what} is ${size} bytes, over the limit of ${maxBytes}; shorten or split it, then import again.`,
  );
}

/** Makes one spec per requirement. A repeated number makes a spec as well, under a `ref` of its own. */
function makeSpecs(document: Outline): { specs: ImportedSpec[]; notices: Notice[] } {
  const seen = new Map<string, number>();
  const notices: Notice[] = [];
  const specs = document.sections.flatMap((section) => {
    if (section.requirement === null) return [];
    const { id } = section.requirement;
    const key = id.toLowerCase().replaceAll(" ", "");
    const times = (seen.get(key) ?? 0) + 1;
    seen.set(key, times);
    const made = makeSpec(document, section, times > 1);
    const { source } = made.spec;
    refuseLarge(made.spec.content, `the requirement at line ${source.line}`);
    if (times > 1) {
      const text = document.lines[section.from] ?? "";
      notices.push({ ...source, text, why: "its number was there before: a spec of its own" });
    }
    notices.push(...made.notices);
    return [{ ref: times > 1 ? `${id} (${times})` : id, ...made.spec }];
  });
  if (specs.length === 0) {
    const isEmpty = document.lines.every((line) => line.trim() === "");
    const why = isEmpty
      ? "the file is empty: the plan has no specs"
      : 'no heading like "### Requirement 1: Title": the plan has no specs';
    notices.push({ file: requirementsFile, line: 1, text: document.lines[0] ?? "", why });
  }
  return { specs, notices };
}

/**
 * Turns the files of a Kiro spec folder (name to text) into one plan with a spec for each requirement. `fallbackName`
 * names the plan where neither the document nor `spec.json` does. Everything that was not understood, left out or
 * changed is listed. Throws an `Error` of one sentence where there is no `requirements.md`, or where a text is larger
 * than the service accepts.
 */
export function parseKiro(files: Record<string, string>, fallbackName = ""): KiroImport {
  const raw = files[requirementsFile];
  if (raw === undefined) {
    throw new Error(
      `There is no ${requirementsFile}: give the folder of one Kiro spec, such as .kiro/specs/<feature>.`,
    );
  }
  const source = cleanSource(raw);
  const document = outline(source.text);
  const { specs, notices } = makeSpecs(document);
  const feature = featureName(files["spec.json"] ?? "{}").name;
  const described = makePlan(document, [feature, fallbackName]);
  refuseLarge(described.plan.description, "the text outside the requirements");
  const others = Object.keys(files).filter((file) => file !== requirementsFile);
  return {
    plan: described.plan,
    specs,
    notUnderstood: [
      ...[...source.notices, ...notices, ...described.notices].sort((a, b) => a.line - b.line),
      ...others.sort().map((file) => notImported(file, files[file] ?? "")),
    ],
  };
}
