import type { ContextSourceDetail } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { call } from "../../api/call.ts";
import { invalidate, read, readAll } from "../../api/read.ts";
import { Button } from "../../components/button.tsx";
import { Kbd } from "../../components/keyboard/kbd.tsx";
import { useKey } from "../../components/keyboard/keys.ts";
import { Menu } from "../../components/overlays/menu.tsx";
import { Loaded } from "../../components/page/loaded.tsx";
import { Page } from "../../components/page/page.tsx";
import { Pill } from "../../components/pill.tsx";
import { wordOf } from "../../components/status.tsx";
import { Time } from "../../components/time.tsx";
import { DiscussLink } from "../../planning/discussion/discuss-link.tsx";
import { TextEditor } from "../../planning/edits/text-editor.tsx";
import { useMayWrite } from "../../planning/scope/may-write.ts";
import { type Scope, useScope } from "../../planning/scope/scope.ts";
import { ScopeCrumbs } from "../../planning/scope/scope-crumbs.tsx";
import { contextAt, sourceReads, sourceScopeOf } from "./endpoints.ts";
import { MoveSource } from "./move-source.tsx";
import { QuotingSpecs } from "./quoting-specs.tsx";
import { actsOf } from "./source-acts.ts";
import { isBeingRead, SourceState, stateOf, tokens } from "./source-state.tsx";
import { canRender, SourceText } from "./source-text.tsx";

/** The polling interval in milliseconds; reading sends no events. */
const asksAgain = 1_000;

/** A context source. */
export default function ContextSourcePage() {
  const scope = useScope();
  const { sourceId = "" } = useParams({ strict: false });
  const params = { ...scope.params, sourceId };
  const query = useQuery({
    ...read(contextAt(scope).get, { params }),
    refetchInterval: ({ state }) => (state.data && isBeingRead(state.data.source) ? asksAgain : false),
  });
  return <Loaded query={query}>{({ source }) => <Source scope={scope} source={source} />}</Loaded>;
}

function Source({ scope, source }: { scope: Scope; source: ContextSourceDetail }) {
  const { plain = false } = useSearch({ strict: false });
  const navigate = useNavigate();
  const mayWrite = useMayWrite(scope);
  const [isEditing, edit] = useState(false);
  const [moved, move] = useState(false);
  const others = useQuery(readAll(contextAt(scope).list, { params: scope.params }, "sources")).data ?? [];
  const folders = [...new Set(others.map(({ folderPath }) => folderPath))].toSorted();
  const list = `${scope.path}/context`;
  const isWritten = source.sourceKind === "PASTED" || source.sourceKind === "RESEARCH";
  const isOwn = source.scope === sourceScopeOf[scope.kind];
  const canEdit = mayWrite && isOwn && isWritten && source.textChars === (source.text ?? "").length;
  const acts = actsOf(scope, source, mayWrite, () => move(true)).map((act) =>
    act.name === "Delete" ? { ...act, run: () => void navigate({ to: list }).then(act.run) } : act,
  );
  const toggle = () =>
    void navigate({ to: `${list}/${source.id}`, search: plain ? {} : { plain: true }, replace: true });
  useKey("e", "Edit the text", () => canEdit && edit(true));
  const save = async (text: string, baseRevision: number) => {
    const params = { ...scope.params, sourceId: source.id };
    await call(contextAt(scope).update, { params, body: { text, baseRevision } });
    await invalidate(...sourceReads);
  };
  const state = stateOf(source);
  return (
    <Page
      title={source.title}
      crumbs={[
        <ScopeCrumbs key="scope" scope={scope} />,
        <Link key="context" to={list} className="hover:text-ink">
          Context
        </Link>,
        ...(source.folderPath ? [source.folderPath] : []),
      ]}
      pills={
        <>
          <SourceState source={source} />
          <Pill>{wordOf(source.kind.toUpperCase())}</Pill>
          {!isBeingRead(source) && <Pill>{tokens(source.tokenCount)}</Pill>}
          {!isOwn && <Pill>Inherited</Pill>}
          <DiscussLink target={{ kind: "context-source", id: source.id }} />
        </>
      }
      actions={
        !isEditing && (
          <>
            {canRender(source) && (
              <Button aria-pressed={plain} onClick={toggle}>
                Source text
              </Button>
            )}
            {canEdit && (
              <Button onClick={() => edit(true)}>
                Edit <Kbd>e</Kbd>
              </Button>
            )}
            {acts.length > 0 && (
              <Menu label={`More actions for ${source.title}`} acts={acts}>
                More <span aria-hidden="true">▾</span>
              </Menu>
            )}
          </>
        )
      }
    >
      <p className="mb-4 flex flex-wrap gap-x-3 text-note text-ink-3">
        {source.url && (
          <a
            href={source.url}
            target="_blank"
            rel="noreferrer noopener"
            className="break-all text-accent underline underline-offset-2"
          >
            {source.url}
          </a>
        )}
        {source.updatedAt && (
          <span>
            changed <Time at={source.updatedAt} />
          </span>
        )}
        {state?.reason && <span className="text-warn">{state.reason}</span>}
      </p>
      {isEditing ? (
        <TextEditor
          label="Text"
          target={{ kind: "context-source", id: source.id }}
          plan={scope.kind === "plan" ? scope.params : null}
          text={source.text ?? ""}
          revision={source.revision}
          save={save}
          onClose={() => edit(false)}
        />
      ) : (
        <SourceText scope={scope} source={source} isPlain={plain} />
      )}
      {scope.kind === "plan" && (
        // Another text has lost other words.
        <QuotingSpecs key={source.revision} params={scope.params} sourceId={source.id} />
      )}
      {moved && <MoveSource scope={scope} source={source} folders={folders} onClose={() => move(false)} />}
    </Page>
  );
}
