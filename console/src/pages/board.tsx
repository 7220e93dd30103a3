import { useParams } from "@tanstack/react-router";
import { PlanBoard } from "./work/plan-board.tsx";
import { PlanPage } from "./work/plan-page.tsx";

export default function BoardPage() {
  const params = useParams({ from: "/shell/projects/$projectSlug/plans/$planShortId/board" });
  return (
    <PlanPage params={params}>{(_, canEdit) => <PlanBoard params={params} canEdit={canEdit} />}</PlanPage>
  );
}
