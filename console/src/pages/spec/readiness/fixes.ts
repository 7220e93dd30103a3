import type { SpecWithCriteria } from "@groundplan/contract";
import { useLocation, useNavigate } from "@tanstack/react-router";
import type { EditorHandle } from "../../../editor/editor.tsx";
import type { SpecParams } from "../../../planning/params.ts";
import { useSession } from "../../../session/session.ts";
import { askToEdit } from "../editing/editing.ts";
import type { Reason } from "./reason.ts";

/** A one-click fix for a reason. */
export interface Fix {
  name: string;
  run: () => void;
}

type InEditor = (editor: EditorHandle) => void;

const addCriterion: InEditor = (editor) => editor.addCriterion();
const another = { name: "Add a criterion", act: addCriterion };
const writeMore: InEditor = (editor) => editor.writeMore();
const editTitle = () => document.querySelector<HTMLTextAreaElement>('#main [data-act="title"]')?.select();

/** Editor actions by finding; the author still writes the words. */
const inText: Readonly<Record<string, { name: string; act?: InEditor }>> = {
  "missing-criteria": { name: "Add the first criterion", act: addCriterion },
  "no-failure-path": another,
  "too-few-criteria": another,
  "too-short": { name: "Write more", act: writeMore },
  "open-questions": { name: "Answer it" },
  "vague-words": { name: "Change the words" },
  "untestable-criteria": { name: "Say it exactly" },
};

/** Finds a reason's fix in the text; null if there is none. */
export function useFixes(params: SpecParams, spec: SpecWithCriteria): (reason: Reason) => Fix | null {
  const { user } = useSession();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const edit = (act: InEditor) => {
    askToEdit({ params, spec, userId: user.id, act });
    const to = "/projects/$projectSlug/plans/$planShortId/specs/$specShortId" as const;
    // The versions page has no editor.
    if (!pathname.endsWith(`/${params.specShortId}`)) void navigate({ to, params });
  };
  return (reason) => {
    const { code, line, text, fix } = reason;
    if (code === "open-questions" && line === null && /[?？]/.test(spec.title))
      return { name: "Change the title", run: () => edit(editTitle) };
    // The message names the block that could be the criteria.
    if (line !== null && fix.includes("can be the"))
      return { name: "Make these the criteria", run: () => edit((editor) => editor.makeCriteria(line)) };
    const found = inText[code];
    if (!found || (!found.act && line === null)) return null;
    const quoted = text.match(/(?<=“)[^”]+(?=”)/g) ?? [];
    const select: InEditor = (editor) => line !== null && editor.selectWords(line, quoted);
    return { name: found.name, run: () => edit(found.act ?? select) };
  };
}
