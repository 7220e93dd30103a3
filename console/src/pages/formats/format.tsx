import type { Format } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { call } from "../../api/call.ts";
import { invalidate, read } from "../../api/read.ts";
import { Button } from "../../components/button.tsx";
import { Kbd } from "../../components/keyboard/kbd.tsx";
import { useKey } from "../../components/keyboard/keys.ts";
import { attempt, toast } from "../../components/overlays/toast.tsx";
import { Loaded } from "../../components/page/loaded.tsx";
import { Page } from "../../components/page/page.tsx";
import { Markdown } from "../../components/text/markdown.tsx";
import { DiscussLink } from "../../planning/discussion/discuss-link.tsx";
import { TextEditor } from "../../planning/edits/text-editor.tsx";
import { LevelPill, levelOf } from "../../planning/scope/level.tsx";
import { useMayWrite } from "../../planning/scope/may-write.ts";
import { inProject, type Scope, useScope } from "../../planning/scope/scope.ts";
import { ScopeCrumbs } from "../../planning/scope/scope-crumbs.tsx";
import { useIsOwner } from "../../session/workspace.ts";
import { formatReads, formatsAt } from "./endpoints.ts";

const mostBytes = 32_768;
const titles = { spec: "The format of specs", epic: "The format of plans' descriptions" } as const;

/** The effective format, at whichever level. */
export function FormatPage() {
  const scope = useScope();
  const { kind = "" } = useParams({ strict: false });
  const query = useQuery(read(formatsAt(scope).get, { params: { ...scope.params, kind } }));
  return <Loaded query={query}>{({ format }) => <LoadedFormat scope={scope} format={format} />}</Loaded>;
}

function LoadedFormat({ scope, format }: { scope: Scope; format: Format }) {
  const { kind, tier, markdown, problem, revision } = format;
  const [isEditing, edit] = useState(false);
  const isOwner = useIsOwner();
  const isMember = useMayWrite(scope);
  const mayWrite = scope.kind === "workspace" ? isOwner : isMember;
  const params = { ...scope.params, kind };
  const isOwn = tier === levelOf(scope);
  const list: string = `${scope.path}/formats`;
  const put = async (text: string, base?: number) => {
    const body = { markdown: text, ...(base === undefined ? {} : { baseRevision: base }) };
    await call(formatsAt(scope).put, { params, body });
    await invalidate(...formatReads);
  };
  const remove = async () => {
    await call(formatsAt(scope).remove, { params });
    await invalidate(...formatReads);
    toast(`The ${tier} format is deleted. The next level's format applies.`, () => put(markdown));
  };
  useKey("e", "Edit the format", () => mayWrite && edit(true));
  return (
    <Page
      title={titles[kind]}
      crumbs={[
        <ScopeCrumbs key="scope" scope={scope} />,
        <Link key="formats" to={list} className="hover:text-ink">
          Formats
        </Link>,
      ]}
      pills={
        <>
          <LevelPill level={tier} />
          <DiscussLink target={{ kind: "format", formatKind: kind, ...inProject(scope) }} />
        </>
      }
      actions={
        mayWrite &&
        !isEditing && (
          <>
            {isOwn && <Button onClick={() => attempt(remove)}>Delete this {tier} format</Button>}
            <Button look="primary" onClick={() => edit(true)}>
              {isOwn ? "Edit" : `Write the ${levelOf(scope)}'s own`} <Kbd>e</Kbd>
            </Button>
          </>
        )
      }
    >
      {problem && (
        <p className="mb-4 max-w-[70ch] rounded-card border border-warn bg-warn-soft p-3">
          The {problem.tier} format can't be read, so this one is used. Write it again or delete it.
        </p>
      )}
      {isEditing ? (
        <TextEditor
          label="Format"
          target={{ kind: "format", formatKind: kind, ...inProject(scope) }}
          hasFrontMatter
          text={markdown}
          revision={revision}
          mostBytes={mostBytes}
          save={put}
          onClose={() => edit(false)}
        />
      ) : (
        <Markdown text={markdown} />
      )}
    </Page>
  );
}
