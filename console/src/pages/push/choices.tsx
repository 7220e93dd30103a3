import { useNavigate } from "@tanstack/react-router";
import { Check } from "../../components/forms/check.tsx";
import type { PlanParams } from "../../planning/params.ts";
import type { PushChoices } from "./push-choices.ts";

const box = "rounded-md border border-field bg-paper px-2 py-1 text-base text-ink";

interface Properties {
  params: PlanParams;
  choices: PushChoices;
}

/** Sets the push options in the address. */
function useChoose({ params, choices }: Properties) {
  const navigate = useNavigate();
  return (change: PushChoices) =>
    void navigate({
      to: "/projects/$projectSlug/plans/$planShortId/pushes",
      params,
      search: { ...choices, ...change },
      replace: true,
      resetScroll: false,
    });
}

/** Those for conflicts and missing items only if there are any. */
export function Choices({
  asksConflict,
  asksGone,
  ...about
}: Properties & { asksConflict: boolean; asksGone: boolean }) {
  const choose = useChoose(about);
  const { finished = false, overwrite = false, gone = "" } = about.choices;
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-5 gap-y-2">
      <Check checked={finished} onChange={({ target }) => choose({ finished: target.checked || undefined })}>
        Include finished specs
      </Check>
      {(asksConflict || overwrite) && (
        <label className="flex flex-wrap items-center gap-1.5 text-ink-2">
          Edited on both sides
          <select
            value={overwrite ? "overwrite" : ""}
            onChange={({ target }) => choose({ overwrite: target.value !== "" || undefined })}
            className={box}
          >
            <option value="">Keep the tracker's version</option>
            <option value="overwrite">Write the plan's version</option>
          </select>
        </label>
      )}
      {(asksGone || gone !== "") && (
        <label className="flex flex-wrap items-center gap-1.5 text-ink-2">
          Deleted in the tracker
          <select
            value={gone}
            onChange={({ target: { value } }) =>
              choose({ gone: value === "recreate" || value === "release" ? value : undefined })
            }
            className={box}
          >
            <option value="">Leave it</option>
            <option value="recreate">Create it again</option>
            <option value="release">Unlink it</option>
          </select>
        </label>
      )}
    </div>
  );
}

export function HoldBack(about: Properties) {
  const choose = useChoose(about);
  return (
    <Check
      checked={about.choices.hold ?? false}
      onChange={({ target }) => choose({ hold: target.checked || undefined })}
    >
      Hold them back
    </Check>
  );
}
