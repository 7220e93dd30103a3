import { useQuery } from "@tanstack/react-query";
import { readAll } from "../../api/read.ts";
import { Loaded } from "../../components/page/loaded.tsx";
import { useScope } from "../../planning/scope/scope.ts";
import { ScopePage } from "../../planning/scope/scope-page.tsx";
import { contextAt } from "./endpoints.ts";
import { isBeingRead } from "./source-state.tsx";
import { Sources } from "./sources.tsx";

/** The polling interval in milliseconds; reading sends no events. */
const asksAgain = 1_000;

/** The context of the workspace, a project or a plan. */
export default function Context() {
  const scope = useScope();
  const sources = useQuery({
    ...readAll(contextAt(scope).list, { params: scope.params }, "sources"),
    refetchInterval: ({ state }) => (state.data?.some(isBeingRead) ? asksAgain : false),
  });
  return (
    <ScopePage scope={scope} title="Context">
      {(mayWrite) => (
        <Loaded query={sources}>
          {(all) => <Sources scope={scope} sources={all} mayWrite={mayWrite} />}
        </Loaded>
      )}
    </ScopePage>
  );
}
