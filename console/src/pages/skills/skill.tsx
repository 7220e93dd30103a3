import type { SkillWithText } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { call } from "../../api/call.ts";
import { download } from "../../api/download.ts";
import { invalidate, read } from "../../api/read.ts";
import { Button } from "../../components/button.tsx";
import { Kbd } from "../../components/keyboard/kbd.tsx";
import { useKey } from "../../components/keyboard/keys.ts";
import { Confirm } from "../../components/overlays/lazy.tsx";
import { attempt, toast } from "../../components/overlays/toast.tsx";
import { Loaded } from "../../components/page/loaded.tsx";
import { Page } from "../../components/page/page.tsx";
import { Section } from "../../components/section.tsx";
import { Markdown } from "../../components/text/markdown.tsx";
import { DiscussLink } from "../../planning/discussion/discuss-link.tsx";
import { TextEditor } from "../../planning/edits/text-editor.tsx";
import { LevelPill, levelOf } from "../../planning/scope/level.tsx";
import { useMayWrite } from "../../planning/scope/may-write.ts";
import { inProject, type Scope, useScope } from "../../planning/scope/scope.ts";
import { ScopeCrumbs } from "../../planning/scope/scope-crumbs.tsx";
import { useIsOwner } from "../../session/workspace.ts";
import { skillReads, skillsAt } from "./endpoints.ts";

/** An effective skill, at whichever level it is defined. */
export default function SkillPage() {
  const scope = useScope();
  const { slug = "" } = useParams({ strict: false });
  const query = useQuery(read(skillsAt(scope).get, { params: { ...scope.params, slug } }));
  return <Loaded query={query}>{({ skill }) => <LoadedSkill scope={scope} skill={skill} />}</Loaded>;
}

function LoadedSkill({ scope, skill }: { scope: Scope; skill: SkillWithText }) {
  const { slug, name, description, scope: level, body, markdown, maxBytes, revision, files } = skill;
  const [dialog, open] = useState<"edit" | "delete" | null>(null);
  const navigate = useNavigate();
  const isOwner = useIsOwner();
  const isMember = useMayWrite(scope);
  const mayWrite = scope.kind === "workspace" ? isOwner : isMember;
  const params = { ...scope.params, slug };
  const isOwn = level === levelOf(scope);
  const list: string = `${scope.path}/skills`;
  const save = async (text: string, baseRevision: number) => {
    await call(skillsAt(scope).put, { params, body: { markdown: text, baseRevision } });
    await invalidate(...skillReads);
  };
  const remove = async () => {
    await call(skillsAt(scope).remove, { params });
    await navigate({ to: list });
    await invalidate(...skillReads);
    toast(`${name} of the ${level} is deleted.`);
  };
  useKey("e", "Edit the skill", () => mayWrite && open("edit"));
  return (
    <Page
      title={name}
      crumbs={[
        <ScopeCrumbs key="scope" scope={scope} />,
        <Link key="skills" to={list} className="hover:text-ink">
          Skills
        </Link>,
      ]}
      pills={
        <>
          <LevelPill level={level} />
          <DiscussLink target={{ kind: "skill", slug, ...inProject(scope) }} />
        </>
      }
      actions={
        dialog !== "edit" && (
          <>
            <Button onClick={() => attempt(() => download(skillsAt(scope).export, { params }))}>
              Export
            </Button>
            {mayWrite && isOwn && <Button onClick={() => open("delete")}>Delete</Button>}
            {mayWrite && (
              <Button look="primary" onClick={() => open("edit")}>
                {isOwn ? "Edit" : `Write the ${levelOf(scope)}'s own`} <Kbd>e</Kbd>
              </Button>
            )}
          </>
        )
      }
    >
      <p className="mb-4 max-w-[70ch] text-ink-2">{description}</p>
      {skill.extends !== undefined && (
        <p className="mb-4 text-note text-ink-3">
          It builds on{" "}
          <Link
            to={`${list}/${skill.extends}` as string}
            className="text-accent underline underline-offset-2"
          >
            {skill.extends}
          </Link>
          .
        </p>
      )}
      {dialog === "edit" ? (
        <TextEditor
          label="SKILL.md"
          target={{ kind: "skill", slug, ...inProject(scope) }}
          hasFrontMatter
          text={markdown}
          revision={revision}
          mostBytes={maxBytes}
          save={save}
          onClose={() => open(null)}
        />
      ) : (
        <Markdown text={body} />
      )}
      {files.length > 0 && (
        <div className="mt-8">
          <Section title="Other files" says="They are included in imports and exports.">
            <ul aria-label="Other files">
              {files.map(({ path, bytes }) => (
                <li key={path} className="flex gap-3 border-t border-line px-2 py-1.5">
                  <span className="min-w-0 flex-1 font-mono text-small break-all">{path}</span>
                  <span className="text-note text-ink-3">{bytes} bytes</span>
                </li>
              ))}
            </ul>
          </Section>
        </div>
      )}
      {dialog === "delete" && (
        <Confirm
          title={`Delete ${name} of the ${level}`}
          action="Delete skill"
          act={remove}
          onClose={() => open(null)}
        >
          Its other files are deleted too. If another level has a skill with this name, that one applies.
        </Confirm>
      )}
    </Page>
  );
}
