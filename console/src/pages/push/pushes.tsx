import { useParams } from "@tanstack/react-router";
import { OnePush } from "./one-push.tsx";
import { PlanPushes } from "./plan-pushes.tsx";

/** The pushes of a plan, or one of them: one file, since the name of each adds to the first load. */
export default function Pushes() {
  const { pushId } = useParams({ strict: false });
  return pushId === undefined ? <PlanPushes /> : <OnePush />;
}
