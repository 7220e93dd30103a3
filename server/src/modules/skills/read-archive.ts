import { invalid } from "../../errors.ts";
import { BadZip } from "../../zip/limits.ts";
import { readZip, type ZipEntry } from "../../zip/read-zip.ts";
import { folderProblem } from "./text/folder-problem.ts";
import { type Folder, foldersOf, type Problem, skillFile } from "./text/folders.ts";
import { rangeOfName } from "./text/rename.ts";
import { maxBytes, readSkillText, type SkillText } from "./text/skill-text.ts";

/** Skills per archive, written in one transaction. */
const mostSkills = 500;

/** An archive's skill. Its text is read; other files are inflated when needed. */
export interface ArchivedSkill {
  /** Path of its `SKILL.md` in the archive. */
  path: string;
  /** Its folder's name; null at the root. */
  folder: string | null;
  markdown: string;
  text: SkillText;
  /** Range of `name`'s value in the text. */
  nameAt: [number, number];
  files: { path: string; entry: ZipEntry }[];
}

/** Reads an archive's skills and reports problems; throws 400 if nothing is usable. */
export async function readArchive(
  archive: Buffer,
): Promise<{ skills: ArchivedSkill[]; problems: Problem[] }> {
  const zip = await wholeZip(() => readZip(archive));
  const { folders, problems } = foldersOf(zip.entries);
  problems.push(...zip.problems);
  if (folders.length > mostSkills) throw invalid("/file", `holds more than ${mostSkills} skills`);
  const read: ArchivedSkill[] = [];
  for (const folder of folders) {
    const skill = hasBadEntry(folder, zip.problems) ? leftOut(folder) : await readFolder(folder);
    if ("message" in skill) problems.push(skill);
    else read.push(skill);
  }
  const { skills, twice } = apart(read);
  problems.push(...twice, ...skills.flatMap(otherNameOf));
  return { skills, problems: problems.map(short) };
}

/** Runs a read of an archive; a damaged or too large one is 400. */
export async function wholeZip<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof BadZip)) throw error;
    throw invalid("/file", `is an archive that is not taken: ${error.message.replace(/\.$/, "")}`);
  }
}

const hasBadEntry = ({ path }: Folder<ZipEntry>, bad: readonly Problem[]) =>
  bad.some((problem) => problem.path.startsWith(path));

const leftOut = ({ path }: Folder<ZipEntry>): Problem => ({
  path: path + skillFile,
  message: "The skill is left out because an entry in its folder can't be imported.",
});

async function readFolder({ path, name, files }: Folder<ZipEntry>): Promise<ArchivedSkill | Problem> {
  const skillPath = path + skillFile;
  const problem = (message: string) => ({ path: skillPath, message });
  const entry = files.find((file) => file.path === skillFile)?.file;
  if (!entry) throw new Error("a folder of a skill has no SKILL.md");
  if (entry.bytes > maxBytes) return problem(`It has ${entry.bytes} bytes; at most ${maxBytes} are taken.`);
  const markdown = decode(await wholeZip(() => entry.read()));
  if (markdown === null) return problem("It is no text in UTF-8.");
  const read = readSkillText(markdown);
  if ("problem" in read) return problem(read.problem);
  const { skill: text } = read;
  const wrong = folderProblem(text.name, files);
  if (wrong) return { path: path + wrong.path, message: `${wrong.message} The skill is left out.` };
  const others = files.filter((file) => file.path !== skillFile);
  return {
    path: skillPath,
    folder: name,
    markdown,
    text,
    nameAt: rangeOfName(markdown),
    files: others.map((file) => ({ path: file.path, entry: file.file })),
  };
}

/** Decodes UTF-8 with its byte order mark and line breaks; null if invalid. */
function decode(bytes: Buffer): string | null {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.includes("\0") ? null : text;
  } catch {
    return null;
  }
}

/** Drops skills with a duplicate name, preferring the one whose folder has it. */
function apart(read: readonly ArchivedSkill[]): { skills: ArchivedSkill[]; twice: Problem[] } {
  const chosen = new Map<string, ArchivedSkill>();
  for (const skill of read) {
    const { name } = skill.text;
    const isNamesake = skill.folder === name && chosen.get(name)?.folder !== name;
    if (!chosen.has(name) || isNamesake) chosen.set(name, skill);
  }
  const isChosen = (skill: ArchivedSkill) => chosen.get(skill.text.name) === skill;
  const twice = read.filter((skill) => !isChosen(skill));
  return {
    skills: read.filter(isChosen),
    twice: twice.map(({ path, text: { name } }) => ({
      path,
      message: `The skill is left out: ${chosen.get(name)?.path} also has the name ${name}. Rename one of them.`,
    })),
  };
}

/** Reports a skill whose name differs from its folder's; the name wins. */
const otherNameOf = ({ path, folder, text: { name } }: ArchivedSkill): Problem[] =>
  folder === null || folder === name
    ? []
    : [
        {
          path,
          message: `It is imported as ${name}, which is its \`name\`; its folder is called ${folder}.`,
        },
      ];

/** Truncates untrusted names. */
const short = ({ path, message }: Problem): Problem => ({
  path: path.slice(0, 200).toWellFormed(),
  message: message.slice(0, 500).toWellFormed(),
});
