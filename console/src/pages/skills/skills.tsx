import type { Skill } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { readAll } from "../../api/read.ts";
import { Button } from "../../components/button.tsx";
import { Empty } from "../../components/empty.tsx";
import { Kbd } from "../../components/keyboard/kbd.tsx";
import { useKey } from "../../components/keyboard/keys.ts";
import { List } from "../../components/lists/list.tsx";
import { Row } from "../../components/lists/row.tsx";
import { Loaded } from "../../components/page/loaded.tsx";
import { KnowledgePage } from "../../planning/scope/knowledge-page.tsx";
import { LevelPill } from "../../planning/scope/level.tsx";
import { type Scope, useScope } from "../../planning/scope/scope.ts";
import { CreateSkill } from "./create-skill.tsx";
import { skillsAt } from "./endpoints.ts";
import { ImportSkills } from "./import-skills.tsx";

/** The nearest level first. */
const levels: readonly Skill["scope"][] = ["project", "company", "built-in"];

/** The effective skills of the workspace or a project, by level. */
export default function Skills() {
  const scope = useScope();
  const skills = useQuery(readAll(skillsAt(scope).list, { params: scope.params }, "skills"));
  return (
    <KnowledgePage scope={scope}>
      {(mayWrite) => (
        <Loaded query={skills}>{(all) => <Levels scope={scope} skills={all} mayWrite={mayWrite} />}</Loaded>
      )}
    </KnowledgePage>
  );
}

function Levels({ scope, skills, mayWrite }: { scope: Scope; skills: readonly Skill[]; mayWrite: boolean }) {
  const [dialog, open] = useState<"create" | "import" | null>(null);
  const close = () => open(null);
  useKey("c", "Write a skill", () => mayWrite && open("create"));
  const command = `npx groundplan api GET /v1${decodeURI(scope.path)}/skills`;
  return (
    <>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <p className="max-w-[60ch] text-note text-ink-3">
          Agents choose a skill by its description and read it when they need it.
        </p>
        {mayWrite && (
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => open("import")}>Import</Button>
            <Button look="primary" onClick={() => open("create")}>
              Write a skill <Kbd>c</Kbd>
            </Button>
          </div>
        )}
      </div>
      {skills.length === 0 && <Empty command={command}>No skills yet.</Empty>}
      {levels.map((level) => {
        const ofLevel = skills.filter(({ scope }) => scope === level);
        return (
          ofLevel.length > 0 && (
            <section key={level} aria-label={level}>
              <h2 className="flex items-center gap-2 pt-4 pb-1 text-small text-ink-3">
                <LevelPill level={level} />
                {ofLevel.length}
              </h2>
              <List label={level} items={ofLevel} keyOf={({ slug }) => slug}>
                {(skill) => <SkillRow scope={scope} skill={skill} />}
              </List>
            </section>
          )
        );
      })}
      {dialog === "create" && <CreateSkill scope={scope} onClose={close} />}
      {dialog === "import" && <ImportSkills scope={scope} onClose={close} />}
    </>
  );
}

function SkillRow({ scope, skill: { slug, name, description } }: { scope: Scope; skill: Skill }) {
  const at: string = `${scope.path}/skills/${slug}`;
  return (
    <Row to={at} className="flex-wrap column:flex-nowrap">
      <span className="w-44 flex-none truncate font-mono text-small">{name}</span>
      <span className="min-w-0 flex-1 basis-full truncate text-ink-2 column:basis-0">{description}</span>
    </Row>
  );
}
