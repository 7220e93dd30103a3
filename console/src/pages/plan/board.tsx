import { useParams } from "@tanstack/react-router";
import { PlanPage } from "../../planning/plans/plan-page.tsx";
import { PlanBoard } from "./plan-board.tsx";

export default function BoardPage() {
  const params = useParams({ from: "/shell/projects/$projectSlug/plans/$planShortId/board" });
  return (
    <PlanPage params={params}>{(_, canEdit) => <PlanBoard params={params} canEdit={canEdit} />}</PlanPage>
  );
}
