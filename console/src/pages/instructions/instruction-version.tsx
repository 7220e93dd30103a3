import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { call } from "../../api/call.ts";
import { invalidate, read, readAll } from "../../api/read.ts";
import { Button } from "../../components/button.tsx";
import { attempt, toast } from "../../components/overlays/toast.tsx";
import { Loaded } from "../../components/page/loaded.tsx";
import { LazyDiff } from "../../components/text/lazy-diff.tsx";
import { Time } from "../../components/time.tsx";
import { levelOf } from "../../planning/scope/level.tsx";
import { useScope } from "../../planning/scope/scope.ts";
import { instructionReads, instructionsAt } from "./endpoints.ts";
import { InstructionsPage } from "./instructions-page.tsx";

export function InstructionVersion() {
  const scope = useScope();
  const { seq = "" } = useParams({ strict: false });
  const navigate = useNavigate();
  const { get: _, ...endpoints } = instructionsAt(scope);
  const { params } = scope;
  const versions = useQuery(readAll(endpoints.versions, { params }, "versions"));
  const version = useQuery(read(endpoints.version, { params: { ...params, seq } }));
  const all = versions.data ?? [];
  const before = all[all.findIndex((one) => String(one.seq) === seq) + 1]?.seq;
  const earlier = useQuery({
    ...read(endpoints.version, { params: { ...params, seq: String(before) } }),
    enabled: versions.isSuccess && before !== undefined,
  });
  const restoreTo = async (wanted: string) => {
    await call(endpoints.restore, { params: { ...params, seq: wanted } });
    await invalidate(...instructionReads);
  };
  const restore = async () => {
    const current = String(all[0]?.seq);
    await restoreTo(seq);
    toast(`Version ${seq} is the current text again.`, () => restoreTo(current));
    await navigate({ to: `${scope.path}/instructions` as string });
  };
  return (
    <InstructionsPage scope={scope}>
      {({ scope: level }, mayWrite) => (
        <Loaded query={version}>
          {({ version: { version: number, actor, createdAt, markdown } }) => (
            <>
              <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
                <p className="text-ink-2">
                  Version {number} by {actor}, <Time at={createdAt} />
                  {before === undefined ? ". It is the first one." : ", and what it changed."}
                </p>
                {mayWrite && level === levelOf(scope) && String(all[0]?.seq) !== seq && (
                  <Button onClick={() => attempt(restore)}>Restore this version</Button>
                )}
              </div>
              {(before === undefined ? versions.isSuccess : earlier.isSuccess) && (
                <LazyDiff before={earlier.data?.version.markdown ?? ""} after={markdown} />
              )}
            </>
          )}
        </Loaded>
      )}
    </InstructionsPage>
  );
}
