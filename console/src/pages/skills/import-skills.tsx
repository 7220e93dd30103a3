import type { ImportedSkill, importSkills, Reply } from "@groundplan/contract";
import { useRef, useState } from "react";
import { ApiError } from "../../../../client/src/errors.ts";
import { call } from "../../api/call.ts";
import { invalidate } from "../../api/read.ts";
import { UserError } from "../../base/user-error.ts";
import { Button } from "../../components/button.tsx";
import { Choice } from "../../components/forms/field.tsx";
import { Form } from "../../components/forms/form.tsx";
import { Dialog } from "../../components/overlays/lazy.tsx";
import type { Scope } from "../../planning/scope/scope.ts";
import { skillReads, skillsAt } from "./endpoints.ts";

const choices = [
  ["error", "Import nothing and report it"],
  ["replace", "Replace the existing skill"],
  ["keep_both", "Keep both with a different name"],
  ["skip", "Skip the skill in the archive"],
] as const;
type OnConflict = (typeof choices)[number][0];
const choiceOf = (typed: string): OnConflict => choices.find(([choice]) => choice === typed)?.[0] ?? "error";

/** Imports skills from an archive and shows each result. */
export function ImportSkills({ scope, onClose }: { scope: Scope; onClose: () => void }) {
  const file = useRef<HTMLInputElement>(null);
  const [done, setDone] = useState<Reply<typeof importSkills> | null>(null);
  const submit = async ({ onConflict = "" }) => {
    const [archive] = file.current?.files ?? [];
    if (!archive) throw new UserError("Choose a zip file that contains skills.");
    const body = { file: [archive], onConflict: choiceOf(onConflict) };
    setDone(await call(skillsAt(scope).import, { params: scope.params, body }).catch(withPaths));
    await invalidate(...skillReads);
  };
  return (
    <Dialog
      title="Import skills"
      says="From a zip archive. Each folder with a SKILL.md is a skill."
      onClose={onClose}
    >
      {done ? (
        <div className="grid gap-3" role="status">
          <ul aria-label="Imported skills">
            {done.skills.map((skill) => (
              <li key={skill.keptBothAs ?? skill.slug} className="border-t border-line py-1.5">
                <span className="font-mono text-small">{skill.slug}</span> {wordsOf(skill)}
              </li>
            ))}
          </ul>
          {done.problems.length > 0 && (
            <ul aria-label="Not imported" className="text-note text-warn">
              {done.problems.map(({ path, message }) => (
                <li key={`${path} ${message}`} className="break-words">
                  {path}: {message}
                </li>
              ))}
            </ul>
          )}
          <div className="flex justify-end">
            <Button onClick={onClose}>Done</Button>
          </div>
        </div>
      ) : (
        <Form submit={submit} action="Import" beside={<Button onClick={onClose}>Cancel</Button>}>
          <label className="grid gap-1 text-note font-[550]">
            Archive
            <input ref={file} type="file" accept=".zip,application/zip" className="font-normal" />
          </label>
          <Choice label="If a skill with that name exists" name="onConflict">
            {choices.map(([choice, words]) => (
              <option key={choice} value={choice}>
                {words}
              </option>
            ))}
          </Choice>
        </Form>
      )}
    </Dialog>
  );
}

function wordsOf({ result, replaced, keptBothAs }: ImportedSkill): string {
  if (keptBothAs !== undefined) return `is kept beside the other one as ${keptBothAs}.`;
  if (replaced) return "took the place of the one that was here.";
  if (result === "skipped") return "is left out: the one that was here stays.";
  return result === "unchanged" ? "already exists and is identical." : `is ${result}.`;
}

/** Adds the affected archive entries to an error. */
function withPaths(error: unknown): never {
  if (!(error instanceof ApiError) || !Array.isArray(error.details)) throw error;
  const about = (error.details as { message?: unknown }[]).map(({ message }) => String(message));
  throw new UserError([error.message, ...about].join(" "), { cause: error });
}
