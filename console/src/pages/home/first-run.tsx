import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Empty } from "../../components/empty.tsx";
import { toastProblem } from "../../components/overlays/toast.tsx";
import { CreateProject } from "../../planning/dialogs/lazy-dialogs.ts";
import { useWorkspace } from "../../session/workspace.ts";

const choice =
  "flex cursor-pointer items-start gap-2.5 rounded-card border border-line-strong bg-sheet p-4 has-checked:border-accent has-focus-visible:outline-2 has-focus-visible:outline-accent";

/** Offers a sample or a new project in an empty workspace. */
export function FirstRun() {
  const navigate = useNavigate();
  const { role, name } = useWorkspace();
  const [isSample, choose] = useState(true);
  const [isBusy, setBusy] = useState(false);
  const [isOpen, open] = useState(false);
  if (role === "VIEWER")
    return (
      <Empty command="npx groundplan api GET /v1/projects">
        Projects appear here when a member of {name} creates one.
      </Empty>
    );
  const start = async () => {
    if (!isSample) return open(true);
    setBusy(true);
    try {
      const { makeSample } = await import("./sample.ts");
      const params = await makeSample();
      await navigate({ to: "/projects/$projectSlug/plans/$planShortId", params });
    } catch (refusal) {
      // The new project unmounts this, so that errors need a toast.
      toastProblem(refusal);
      setBusy(false);
    }
  };
  return (
    <section className="grid max-w-[44rem] gap-4 rounded-card border border-line grid-paper-24 p-6">
      <div>
        <h2 className="text-h2 font-semibold">{name} has no plan yet</h2>
        <p className="mt-1 max-w-[60ch] text-ink-2">
          A plan describes what to build, in specs with numbered criteria. Push it to your tracker when it's
          ready.
        </p>
      </div>
      <fieldset className="grid gap-3 column:grid-cols-2">
        <legend className="sr-only">How would you like to start?</legend>
        <label className={choice}>
          <input
            type="radio"
            name="start"
            checked={isSample}
            onChange={() => choose(true)}
            className="mt-1 flex-none accent-accent outline-none"
          />
          <span>
            <span className="font-[550]">Start with a sample</span>
            <span className="block text-note text-ink-2">
              A plan with nine specs, a conversation and a suggestion. You can remove it with one click.
            </span>
          </span>
        </label>
        <label className={choice}>
          <input
            type="radio"
            name="start"
            checked={!isSample}
            onChange={() => choose(false)}
            className="mt-1 flex-none accent-accent outline-none"
          />
          <span>
            <span className="font-[550]">Start empty</span>
            <span className="block text-note text-ink-2">Create your first project and plan in it.</span>
          </span>
        </label>
      </fieldset>
      <div>
        <Button look="primary" busy={isBusy} onClick={() => void start()}>
          {isBusy ? "Creating the sample…" : "Start"}
        </Button>
      </div>
      {isOpen && <CreateProject onClose={() => open(false)} />}
    </section>
  );
}
