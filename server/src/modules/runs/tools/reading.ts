import { z } from "zod";
import { handlesWithin, readSkill, readSource, readSpec, searchWithin } from "../reach/reach.ts";
import { beginningOf, fenced, mostFenced } from "./fenced.ts";
import { ToolRefusal, tool } from "./tool.ts";

export const readSourceTool = tool({
  name: "read_source",
  description:
    "Reads a source of the list, such as S1. A long one is read on with the offset that it answers.",
  arguments: z.strictObject({ source: z.string(), offset: z.int().min(0).optional() }),
  kind: "read",
  async run(scene, { source: name, offset = 0 }) {
    const source = await readSource(scene, name, offset);
    const part = beginningOf(source.text ?? "", mostFenced);
    const next = offset + [...part].length;
    const rest =
      next < source.textChars
        ? `\nIt goes on: call read_source with {"source":"${name}","offset":${next}}.`
        : "";
    const from = offset === 0 ? "" : `, from character ${offset}`;
    return {
      title: `Read ${name}: ${source.title}${from}`,
      detail: `${[...part].length} of ${source.textChars} characters.`,
      text: `${fenced(scene.run, "source", part)}${rest}`,
      ...(part.trim() === "" ? {} : { data: { sourceId: source.id, isRead: true } }),
    };
  },
});

export const searchTool = tool({
  name: "search",
  description: "Searches the sources of the list and the specs of the plan by words.",
  arguments: z.strictObject({ query: z.string().min(1).max(200) }),
  kind: "search",
  async run(scene, { query }) {
    const found = await searchWithin(scene, query);
    const lines = found.map(
      ({ name, title, excerpt }) => `- ${name} ${title}: ${excerpt.replace(/\s+/g, " ")}`,
    );
    const shown = `${found.length} ${found.length === 1 ? "place" : "places"}`;
    return {
      title: `Searched for ${JSON.stringify(query.slice(0, 80))}: ${shown}`,
      detail: found.map(({ name, title }) => `- ${name} ${title}`).join("\n"),
      ...(found.length === 0
        ? { text: "Nothing was found." }
        : {
            text: fenced(scene.run, "results", beginningOf(lines.join("\n"), mostFenced)),
            data: { isRead: true as const },
          }),
    };
  },
});

export const getSpecsTool = tool({
  name: "get_specs",
  description: "Reads specs of the plan, or of other plans of its tree as PLAN-4/SPEC-2.",
  arguments: z.strictObject({ specs: z.array(z.string()).min(1).max(20) }),
  kind: "read",
  async run(scene, { specs }) {
    const parts: string[] = [];
    const titles: string[] = [];
    const most = Math.floor(mostFenced / specs.length);
    for (const handle of specs) {
      const spec = await readSpec(scene, handle);
      const own = await handlesWithin(scene, spec.needsFirst);
      const needs = own.length === 0 ? "" : `, needs ${own.join(", ")}`;
      const name = handle.includes("/") ? handle.trim().toUpperCase() : spec.shortId;
      const about = `${name} (${spec.status}, effort ${spec.effort ?? "not estimated"}${needs}): ${spec.title}`;
      titles.push(`- ${name} ${spec.title}`);
      const shown = beginningOf(`${about}\n\n${spec.content}`, most - 200);
      const isCut = !shown.endsWith(spec.content);
      parts.push(fenced(scene.run, "spec", shown) + (isCut ? "\nIt was cut. Read it alone." : ""));
    }
    return {
      title: `Read ${specs.length === 1 ? "a spec" : `${specs.length} specs`}`,
      detail: titles.join("\n"),
      text: parts.join("\n\n"),
      data: { isRead: true },
    };
  },
});

export const getSkillTool = tool({
  name: "get_skill",
  description: "Opens a skill of the list by its slug.",
  arguments: z.strictObject({ slug: z.string() }),
  kind: "read",
  async run(scene, { slug }) {
    const skill = await readSkill(scene, slug);
    if (skill.markdown === null) throw new ToolRefusal(`The skill ${slug} has no text.`);
    return {
      title: `Opened the skill ${slug}`,
      detail: skill.description,
      text: fenced(scene.run, "skill", beginningOf(skill.markdown, mostFenced)),
      data: { isRead: true },
    };
  },
});
