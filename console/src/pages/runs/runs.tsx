import { useParams } from "@tanstack/react-router";
import { AgentWords } from "../../planning/agent-words.tsx";
import { OneRun } from "./one-run.tsx";
import { PlanRuns } from "./plan-runs.tsx";

/** The runs of a plan, or one of them: one file, since the name of each adds to the first load. */
export default function Runs() {
  const { runId } = useParams({ strict: false });
  return <AgentWords>{runId === undefined ? <PlanRuns /> : <OneRun />}</AgentWords>;
}
