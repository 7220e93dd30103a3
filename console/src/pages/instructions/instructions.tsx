import type { Instructions } from "@groundplan/contract";
import { useState } from "react";
import { call } from "../../api/call.ts";
import { invalidate } from "../../api/read.ts";
import { Button } from "../../components/button.tsx";
import { Empty } from "../../components/empty.tsx";
import { Kbd } from "../../components/keyboard/kbd.tsx";
import { useKey } from "../../components/keyboard/keys.ts";
import { toast } from "../../components/overlays/toast.tsx";
import { Markdown } from "../../components/text/markdown.tsx";
import { DiscussLink } from "../../planning/discussion/discuss-link.tsx";
import { TextEditor } from "../../planning/edits/text-editor.tsx";
import { inProject, type Scope, useScope } from "../../planning/scope/scope.ts";
import { useWorkspace } from "../../session/workspace.ts";
import { instructionReads, instructionsAt } from "./endpoints.ts";
import { InstructionsPage } from "./instructions-page.tsx";

/** The instructions that every agent reads. */
export default function InstructionsOfScope() {
  const scope = useScope();
  return (
    <InstructionsPage scope={scope}>
      {(instructions, mayWrite) => <Current scope={scope} instructions={instructions} mayWrite={mayWrite} />}
    </InstructionsPage>
  );
}

interface Properties {
  scope: Scope;
  instructions: Instructions;
  mayWrite: boolean;
}

function Current({ scope, instructions, mayWrite }: Properties) {
  const { markdown, revision, maxBytes } = instructions;
  const [editor, open] = useState<"edit" | "propose" | null>(null);
  const mayPropose = useWorkspace().role !== "VIEWER";
  const { params } = scope;
  useKey("e", "Edit the instructions", () => mayWrite && open("edit"));
  const write = async (text: string, baseRevision: number, message: string) => {
    const body = { markdown: text, baseRevision, ...(message === "" ? {} : { message }) };
    await call(instructionsAt(scope).put, { params, body });
    await invalidate(...instructionReads);
  };
  const propose = async (text: string, baseRevision: number, message: string) => {
    const body = { markdown: text, baseRevision, ...(message === "" ? {} : { message }) };
    await call(instructionsAt(scope).propose, { params, body });
    await invalidate(...instructionReads);
    toast("Your change is proposed and waits for a decision.");
  };
  if (editor !== null)
    return (
      <TextEditor
        target={{ kind: "instructions", ...inProject(scope) }}
        label={editor === "edit" ? "Instructions" : "Proposed instructions"}
        text={markdown}
        revision={revision}
        mostBytes={maxBytes}
        asksWhy
        save={editor === "edit" ? write : propose}
        action={editor === "edit" ? "Save" : "Propose"}
        onClose={() => open(null)}
      />
    );
  const buttons = (
    <>
      {mayWrite && (
        <Button look="primary" onClick={() => open("edit")}>
          Edit <Kbd>e</Kbd>
        </Button>
      )}
      {mayPropose && <Button onClick={() => open("propose")}>Propose a change</Button>}
    </>
  );
  if (markdown.trim() === "")
    return (
      <Empty
        action={<div className="flex flex-wrap gap-2">{buttons}</div>}
        command={`npx groundplan api PUT /v1${decodeURI(scope.path)}/instructions -F markdown=@AGENTS.md`}
      >
        No instructions yet. Write what every agent should know and follow.
      </Empty>
    );
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-2">
        <HowMuch instructions={instructions} />
        <div className="flex flex-wrap items-center gap-2">
          <DiscussLink target={{ kind: "instructions", ...inProject(scope) }} />
          {buttons}
        </div>
      </div>
      {scope.kind === "project" && instructions.scope === "company" && (
        <p className="mb-4 text-note text-ink-3">
          This project has no instructions of its own, so the company's apply.
        </p>
      )}
      <Markdown text={markdown} />
    </>
  );
}

const number = new Intl.NumberFormat("en");

/** The share of the text that agents read. */
function HowMuch({
  instructions: { characters, maxInjectedCharacters: most },
}: {
  instructions: Instructions;
}) {
  const isCut = characters > most;
  return (
    <p role="status" className={`text-note ${isCut ? "text-warn" : "text-ink-3"}`}>
      {isCut
        ? `Agents read the first ${number.format(most)} of ${number.format(characters)} characters; the rest is left out.`
        : `Agents read the whole text: ${number.format(characters)} of at most ${number.format(most)} characters.`}
    </p>
  );
}
