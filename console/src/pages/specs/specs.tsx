import { type ListedSpec, listAllSpecs, listMembers, type Request } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { readAll } from "../../api/read.ts";
import { Button } from "../../components/button.tsx";
import { counted } from "../../components/counted.ts";
import { Empty } from "../../components/empty.tsx";
import { Handle } from "../../components/handle.tsx";
import { useKey } from "../../components/keyboard/keys.ts";
import { GroupedList, type RowProps } from "../../components/lists/grouped-list.tsx";
import { RowLink, RowWithActs } from "../../components/lists/row.tsx";
import { actInRow } from "../../components/lists/row-selection.ts";
import { Meter } from "../../components/meter.tsx";
import { Menu } from "../../components/overlays/menu.tsx";
import { Loaded } from "../../components/page/loaded.tsx";
import { Page } from "../../components/page/page.tsx";
import { Tab } from "../../components/page/tab.tsx";
import { StatusMark, wordOf } from "../../components/status.tsx";
import { changeSpecs } from "../../planning/edits/change-specs.ts";
import { WorkMarks } from "../../planning/specs/lazy-work-marks.tsx";
import { groupBy, isGroupBy } from "../../planning/specs/lists/group-by.ts";
import { queryOf } from "../../planning/specs/lists/spec-view.ts";
import { useSpecView } from "../../planning/specs/lists/use-spec-view.ts";
import ViewBar from "../../planning/specs/lists/view-bar.tsx";
import { statusActs } from "../../planning/specs/spec-choices.ts";
import { useWorkspace } from "../../session/workspace.ts";

const filters = [
  ...(["status", "assignee", "label", "priority", "due"] as const),
  ...(["project", "plan", "readiness", "effort", "claimed"] as const),
] as const;
const groups = ["status", "assignee", "label", "priority", "none"] as const;
const late = { due: "overdue", sort: "due" } as const;
const mine = { assignee: "me", status: "TODO,IN_PROGRESS", sort: "due" } as const;

/** Specs read at once; a filter finds the others. */
const most = 1000;

/** The specs of all plans, filtered; with the reader as assignee it is their work. */
export default function Specs() {
  const [view, set] = useSpecView();
  const query = Object.assign(queryOf(view), { lenient: "true" }) as NonNullable<
    Request<typeof listAllSpecs>["query"]
  >;
  const specs = useQuery(readAll(listAllSpecs, { query }, "specs", most));
  const { data: members = [] } = useQuery(readAll(listMembers, {}, "members"));
  const isMine = view.assignee === "me";
  const isLate = view.due === "overdue";
  const by = isGroupBy(view.group) && view.group !== "wave" ? view.group : "none";
  useKey("s", "Set the status of the spec", () => actInRow("status"));
  return (
    <Page
      title={isMine ? "My work" : isLate ? "Overdue" : "Specs"}
      tabs={
        <>
          <Tab to="/specs" search={mine as never} activeOptions={{ exact: true }}>
            My work
          </Tab>
          <Tab to="/specs" search={late as never} activeOptions={{ exact: true }}>
            Overdue
          </Tab>
          <Tab to="/specs" search={{} as never} activeOptions={{ exact: true }}>
            All specs
          </Tab>
        </>
      }
    >
      <ViewBar
        view={view}
        set={set}
        filters={filters}
        usual={{ sort: "updated", group: "none", groups }}
        columns="all"
      />
      <Loaded query={specs}>
        {(found) =>
          found.length === 0 ? (
            <Empty
              action={
                isMine ? (
                  <Link to="/ready" search={{}}>
                    See what is ready to work on
                  </Link>
                ) : (
                  <Button onClick={() => set({})}>Show all</Button>
                )
              }
              command="npx groundplan api GET /v1/specs"
            >
              {isMine
                ? "Nothing open is assigned to you. What others assign to you appears here and in the inbox."
                : "No specs match this filter."}
            </Empty>
          ) : (
            <>
              <GroupedList groups={groupBy({ specs: found, by, members })} keyOf={({ id }) => id}>
                {(spec, place) => <SpecOfPlan spec={spec} place={place} />}
              </GroupedList>
              {found.length >= most && (
                <p className="pt-3 text-note text-ink-3">
                  These are the first {counted(found.length, "spec")}. Add a filter to find others.
                </p>
              )}
            </>
          )
        }
      </Loaded>
    </Page>
  );
}

function SpecOfPlan({ spec, place }: { spec: ListedSpec; place: RowProps }) {
  const { id, shortId, title, status, projectSlug, planShortId, planName } = spec;
  const params = { projectSlug, planShortId };
  const mayWrite = useWorkspace().role !== "VIEWER";
  return (
    <RowWithActs
      id={id}
      place={place}
      before={
        mayWrite ? (
          <Menu
            label={`Status of ${planShortId}/${shortId}: ${wordOf(status)}`}
            acts={statusActs(status, (to) => void changeSpecs(params, [spec], { status: to }))}
            className="flex rounded-full p-1.5"
            act="status"
            isBare
          >
            <StatusMark status={status} />
          </Menu>
        ) : (
          <StatusMark status={status} />
        )
      }
      after={<WorkMarks spec={spec} isInRow />}
    >
      <RowLink
        to="/projects/$projectSlug/plans/$planShortId/specs/$specShortId"
        params={{ ...params, specShortId: shortId }}
        className="flex-wrap column:flex-nowrap"
      >
        <Handle className="flex-none column:w-32">
          {planShortId}/{shortId}
        </Handle>
        <span className="min-w-0 basis-full column:flex-1 column:basis-0 column:truncate">{title}</span>
        <span data-column="plan" className="max-w-48 truncate text-small text-ink-3">
          {planName}
        </span>
        <Meter grade={spec.readiness} label={spec.readinessLabel} />
      </RowLink>
    </RowWithActs>
  );
}
