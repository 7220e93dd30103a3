import { type Files, whole } from "../files.ts";
import { type Found, type ImportedContext, NotImportable, type Notice } from "../format.ts";
import { above, joined, nameOf } from "../paths.ts";
import { bytesOf } from "../requests.ts";
import { textOf } from "../text/utf8.ts";
import { contextOf } from "./context.ts";
import { listed } from "./listed.ts";
import { referenceOf } from "./plans.ts";

/** Files, and their bytes in a request: all come with one request. */
const mostFiles = 200;
const mostBytes = 6 * 1024 * 1024;

/**
 * Reads the steering files next to `.kiro/specs`, which concern the whole repository. Specs folders elsewhere
 * have none.
 */
export async function readSteering(
  files: Files,
  specs: string,
): Promise<Pick<Found<never>, "context" | "leftOut" | "notices">> {
  const kiro = above(whole(files, specs));
  if (nameOf(kiro) !== ".kiro") return { notices: [] };
  const folder = joined(kiro, "steering");
  const names = await namesIn(files, folder);
  if (typeof names === "string") return { notices: [notImported("../steering", names)] };
  const context: ImportedContext[] = [];
  const leftOut: string[] = [];
  const notices: Notice[] = [];
  let bytes = 0;
  for (const name of names) {
    const file = `../steering/${name}`;
    const read = await readSteeringFile(files, folder, name);
    const source = typeof read === "string" ? null : read.source;
    bytes += source ? bytesOf(source) : 0;
    const isFull = context.length >= mostFiles || bytes > mostBytes;
    if (source && !isFull) context.push(source);
    else leftOut.push(referenceOf("steering", name));
    if (typeof read === "string") notices.push(notImported(file, read));
    else if (source && isFull) notices.push(notImported(file, "there are too many steering files before it"));
    else notices.push(...read.notices.map((notice) => ({ ...notice, file })));
  }
  return { context, leftOut, notices };
}

/** Returns the names in a folder, [] if it doesn't exist, or why it can't be read. */
async function namesIn(files: Files, folder: string): Promise<string[] | string> {
  const kind = await files.kindOf(folder);
  if (kind === null) return [];
  // A link could lead anywhere on the machine.
  if (kind === "other") return "it is no folder, but a link or a file";
  try {
    return (await listed(files, folder)).map(({ name }) => name);
  } catch (error) {
    if (error instanceof NotImportable) return "it can't be read";
    throw error;
  }
}

async function readSteeringFile(
  files: Files,
  folder: string,
  name: string,
): Promise<{ source: ImportedContext | null; notices: Notice[] } | string> {
  if (!name.endsWith(".md")) return "no steering file, whose name ends with .md";
  const read = await files.read(folder, name);
  if ("problem" in read) return read.problem;
  const text = textOf(read.bytes);
  if (text === null) return "is not UTF-8";
  const { source, notices } = contextOf(name, text, {
    kind: "steering",
    sourceKind: "PASTED",
    folderPath: "steering",
  });
  if (!source) return { source, notices };
  const { file: _, ...kept } = source;
  return { source: { externalRef: referenceOf("steering", name), ...kept }, notices };
}

const notImported = (file: string, why: string): Notice => ({
  file,
  line: 1,
  text: "",
  why: `not imported: ${why}`,
});
