import { byteLength } from "../byte-length.ts";
import type { Files } from "../files.ts";
import { type Format, type Found, NotImportable, type Notice } from "../format.ts";
import { nameOf } from "../paths.ts";
import { fitName } from "../text/names.ts";
import { sourceText } from "../text/source-text.ts";
import { notImported, readFile } from "../text/tree.ts";
import { type FeatureSource, readFeature } from "./feature.ts";
import { prefix } from "./index.ts";
import { referenceOf } from "./references.ts";
import { specKitTree } from "./tree.ts";

/** Returns the importer of spec-kit's features (docs/decisions/spec-kit-import.md). */
export const specKitIn = (files: Files): Format<FeatureSource> => ({
  prefix,
  find: (path) => find(files, path),
  read: (source) => readFeature(files, source),
});

async function find(files: Files, path: string): Promise<Found<FeatureSource>> {
  const { root, below, features, others, notices } = await specKitTree(files, path);
  const asked = features.filter(
    (feature) =>
      below === "" ||
      feature.path === below ||
      feature.path.startsWith(`${below}/`) ||
      below.startsWith(`${feature.path}/`) ||
      below.startsWith(".specify"),
  );
  const isSingle =
    asked.length === 1 &&
    asked[0] !== undefined &&
    (below === asked[0].path || below.startsWith(`${asked[0].path}/`));
  const constitution = await readConstitution(files, root, notices);
  if (asked.length === 0)
    throw new NotImportable(
      `${path} holds no feature of spec-kit, which is a folder in specs with a spec.md. Write one, then import again.`,
      { notices },
    );
  const parent = isSingle ? null : prefix;
  return {
    root: isSingle ? null : { externalRef: prefix, name: fitName(nameOf(root)).name || "spec-kit" },
    sources: asked.map((feature, index) => ({
      reference: referenceOf(feature.name),
      root,
      parent,
      keptFiles: index === 0 && below === "" ? others : [],
      ...feature,
    })),
    notices,
    ...(constitution ? { instructions: constitution } : {}),
  };
}

/** Where constitutions are; older versions had no folder of their own. */
const constitutions = [".specify/memory/constitution.md", "memory/constitution.md"];

/** The API's limit for instructions, in bytes. */
const mostInstructions = 65_536;

/** Placeholders of the template, such as `[PROJECT_NAME]`. */
const PLACEHOLDERS = /\[(?:PROJECT_NAME|PRINCIPLE_1_NAME)\]/u;

async function readConstitution(
  files: Files,
  root: string,
  notices: Notice[],
): Promise<Found["instructions"]> {
  for (const path of constitutions) {
    if (!(await files.has(`${root}/${path}`))) continue;
    const file = await readFile(files, root, path, notices);
    const text = file ? sourceText(path, file.bytes) : null;
    if (file && !text) notices.push(notImported(path, "it is not UTF-8"));
    if (!text) return undefined;
    const whole = text.source.lines.join("\n").trim();
    const title = /^# .*/mu.exec(whole)?.[0] ?? "";
    const isTemplate = whole === "" || PLACEHOLDERS.test(title);
    if (!isTemplate && byteLength(whole) <= mostInstructions) return { file: path, text: whole };
    const why = isTemplate
      ? "it is the template, which nobody has filled in"
      : `it is larger than ${mostInstructions} bytes`;
    notices.push(notImported(path, why));
    return undefined;
  }
  return undefined;
}
