import { blocks, type Heading, headingAfter, headings, trimBlankLines } from "../text/markdown.ts";
import { quoted, withRequirements } from "./quotes.ts";
import { namedRequirements, type RequirementItem, requirementItems } from "./requirement-items.ts";

/** A user story on the lines `[from, to)`. */
export interface Story {
  /** Such as `US1`. */
  id: string;
  title: string;
  /** With the requirements that it names. */
  text: string;
  from: number;
  to: number;
}

/** A feature's `spec.md`. */
export interface SpecFile {
  /** The title of the document; "" if it has none. */
  title: string;
  stories: Story[];
  /** The requirements that no story names, with their lines; null if there are none. */
  requirements: { text: string; from: number; to: number } | null;
  /** Everything else. */
  rest: string;
  /** Sections that aren't the format's; lines from 0. */
  unknown: { line: number; title: string }[];
}

const STORY =
  /^\W{0,3}(?:user[ -]stor(?:y|ies)|story|us|用户故事|使用者故事|ユーザーストーリー|사용자 스토리|historia de usuario|história d[eo] usuário|récit utilisateur|benutzergeschichte|пользовательская история)\s*-?\s*(\d+(?:\.\d+)?[a-z]?)(?=[\s:：.)\-–—(]|$)[\s:：.)\-–—]*(.*)$/iu;
const PRIORITIZED = /^\D{1,40}(\d+)\s*[-–—:：.]\s*(.+?[(（][^()（）]*\bP\d\b[^()（）]*[)）].*)$/u;
const PRIMARY = /^primary user story$/iu;
const REMARK =
  /\s*[(（][^()（）]*(?:priority|优先级|優先[度順位级級]*|우선순위|prioridad|prioridade|priorité|priorität|приоритет)?[^()（）]*\bP\d[^()（）]*[)）]/iu;
const TITLE =
  /^(?:feature specification|feature spec|specification|spec|feature|功能规范|功能规格|功能規格|機能仕様書?|기능 명세서?)\s*[:：]\s*/iu;
const NAMES = /^(?:\d+\.?\s*)?(?:requirements|functional requirements|success criteria)\b/iu;
const KNOWN =
  /^(?:\d+\.?\s*)?(?:user scenarios|requirements|success criteria|assumptions|clarifications|edge cases|key entities|review & acceptance checklist|execution (?:flow|status)|quick guidelines|⚡|functional requirements)/iu;

interface Section {
  from: number;
  to: number;
}

/** Reads a feature's specification. */
export function specFile(lines: readonly string[]): SpecFile {
  const found = headings(blocks(lines.join("\n")));
  const items = requirementItems(lines);
  const places = storyPlaces(found, lines.length);
  const told = new Set<RequirementItem>();
  const stories = places.map(({ from, to, id, title }) => {
    const text = trimBlankLines(withoutRule(lines.slice(from, to)));
    const named = namedRequirements(text);
    const own = items.filter((item) => named.has(item.id) && (item.from < from || item.from >= to));
    for (const item of own) told.add(item);
    return { id, title, text: withRequirements(text, lines, own), from, to };
  });
  const isIn = ({ from, to }: Section, item: Section) => item.from >= from && item.from < to;
  const open = items.filter((item) => !told.has(item) && !places.some((place) => isIn(place, item)));
  const isRequirements = (section: Section, heading: string) =>
    !places.some((place) => isIn(section, place)) &&
    (NAMES.test(heading) || open.some((item) => isIn(section, item)));
  const sections = open.length > 0 ? sectionsOf(found, lines.length, isRequirements) : [];
  const kept: (string | null)[] = [...lines];
  for (const { from, to } of told) kept.fill(null, from, to);
  const textOf = ({ from, to }: Section) =>
    trimBlankLines(withoutRule(kept.slice(from, to).filter((line) => line !== null)));
  const texts = sections.map(textOf);
  for (const { from, to } of [...places, ...sections]) kept.fill(null, from, to);
  const [first] = sections;
  const last = sections.at(-1);
  const isOne =
    first && last && sections.every(({ from }, index) => index === 0 || from === sections[index - 1]?.to);
  return {
    title:
      found
        .find(({ level }) => level === 1)
        ?.text.replace(TITLE, "")
        .trim() ?? "",
    stories,
    requirements:
      first && last
        ? { text: quoted(texts.join("\n\n"), open), from: first.from, to: isOne ? last.to : first.to }
        : null,
    rest: trimBlankLines(kept.filter((line) => line !== null)),
    unknown: found.flatMap(({ level, line, text }) =>
      level === 2 && !KNOWN.test(text) ? [{ line, title: text }] : [],
    ),
  };
}

/** Longer headings name no story. */
const longestHeading = 500;

interface StoryPlace extends Section {
  id: string;
  title: string;
}

function storyPlaces(found: readonly Heading[], end: number): StoryPlace[] {
  const places: StoryPlace[] = [];
  const storyOf = ({ text, level }: Heading) => {
    if (text.length > longestHeading) return null;
    const [, number, title = ""] = STORY.exec(text) ?? (level > 2 ? PRIORITIZED.exec(text) : null) ?? [];
    return number === undefined ? null : { number, title: title.replace(REMARK, "").trim() || text };
  };
  for (const [index, heading] of found.entries()) {
    const story = storyOf(heading);
    if (story === null || heading.line < (places.at(-1)?.to ?? 0)) continue;
    const next = headingAfter(
      found,
      index,
      (other) => other.level <= heading.level || storyOf(other) !== null,
    );
    places.push({ id: `US${story.number}`, title: story.title, from: heading.line, to: next?.line ?? end });
  }
  return places.length > 0 ? places : primaryStory(found, end);
}

/** Older specifications have one story, and its scenarios under the next heading. */
function primaryStory(found: readonly Heading[], end: number): StoryPlace[] {
  const index = found.findIndex(({ text }) => PRIMARY.test(text.trim()));
  const heading = found[index];
  if (!heading) return [];
  const next = headingAfter(
    found,
    index,
    ({ level, text }) =>
      level < heading.level || (level === heading.level && !/^acceptance scenarios/iu.test(text)),
  );
  return [{ id: "US1", title: "", from: heading.line, to: next?.line ?? end }];
}

/** Returns the sections of the second level that a test accepts. */
function sectionsOf(
  found: readonly Heading[],
  end: number,
  isAccepted: (section: Section, heading: string) => boolean,
): Section[] {
  return found.flatMap(({ text, level, line }, index) => {
    const next = headingAfter(found, index, (other) => other.level <= level);
    const section = { from: line, to: next?.line ?? end };
    return level === 2 && isAccepted(section, text) ? [section] : [];
  });
}

/** Removes the line that separates a section from the next. */
function withoutRule(lines: readonly string[]): string[] {
  let end = lines.length;
  while (end > 0 && /^\s*(?:-{3,}|\*{3,}|_{3,})?\s*$/u.test(lines[end - 1] ?? "")) end--;
  return lines.slice(0, end);
}
