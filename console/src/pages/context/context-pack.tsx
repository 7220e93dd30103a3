import { getContextPack, type PackReceipt } from "@groundplan/contract";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { read } from "../../api/read.ts";
import { Copy } from "../../components/copy.tsx";
import { Field } from "../../components/forms/field.tsx";
import { Form } from "../../components/forms/form.tsx";
import { List } from "../../components/lists/list.tsx";
import { Loaded } from "../../components/page/loaded.tsx";
import { Page } from "../../components/page/page.tsx";
import { Pill, type Tone } from "../../components/pill.tsx";
import { Section } from "../../components/section.tsx";
import { wordOf } from "../../components/status.tsx";
import { PlainText } from "../../components/text/plain-text.tsx";
import { PlanCrumbs } from "../../planning/plans/plan-crumbs.tsx";
import { tokens } from "./source-state.tsx";
import { usualBudget } from "./token-budget.tsx";

const at = "/projects/$projectSlug/plans/$planShortId/context" as const;
const tones: Record<PackReceipt["state"], Tone> = { whole: "good", cut: "warn", left_out: "plain" };

/** Previews what an agent would read for a plan within a token budget. */
export default function ContextPack() {
  const params = useParams({ from: `/shell${at}/pack` });
  const { budget = usualBudget } = useSearch({ from: `/shell${at}/pack` });
  const navigate = useNavigate();
  const query = useQuery({
    ...read(getContextPack, { params, query: { budget: String(budget), receipts: "all" } }),
    placeholderData: keepPreviousData,
  });
  const submit = ({ budget: typed = "" }) =>
    navigate({ to: `${at}/pack`, params, search: { budget: Number(typed) }, replace: true });
  return (
    <Page
      title="Preview for agents"
      crumbs={[
        <PlanCrumbs key="plan" {...params} />,
        <Link key="context" to={at} params={params} className="hover:text-ink">
          Context
        </Link>,
      ]}
    >
      <div className="mb-6 max-w-md">
        <Form submit={submit} action="Read with this budget">
          <Field
            label="Budget in tokens"
            name="budget"
            inputMode="numeric"
            defaultValue={String(budget)}
            hint="From 1 to 1,000,000. The first source that doesn't fit is truncated and the rest is left out."
          />
        </Form>
      </div>
      <Loaded query={query}>
        {({ pack }) => (
          <>
            <Section
              title={`${pack.tokens.toLocaleString("en")} of ${tokens(pack.budget)}`}
              says="In the order in which an agent reads them."
            >
              <List label="Preview for agents" items={pack.receipts} keyOf={keyOf}>
                {(receipt) => <Receipt receipt={receipt} />}
              </List>
            </Section>
            <Section title="The text" says="The same budget gives the same text until a source changes.">
              <div className="mb-2 max-w-xl">
                <Copy
                  text={`npx groundplan api GET /v1/projects/${params.projectSlug}/plans/${params.planShortId}/context/pack?budget=${budget}`}
                />
              </div>
              <PlainText text={pack.text} isTall />
            </Section>
          </>
        )}
      </Loaded>
    </Page>
  );
}

const keyOf = ({ kind, id }: PackReceipt) => `${kind} ${id}`;

/** Tells whether a text is complete, and why not. */
function Receipt({ receipt: { kind, title, tokens: count, state, reason } }: { receipt: PackReceipt }) {
  return (
    <div className="flex min-h-[2.125rem] flex-wrap items-center gap-x-3 gap-y-1 border-t border-line px-2 py-1.5">
      <span className="w-24 flex-none text-note text-ink-3">{wordOf(kind.toUpperCase())}</span>
      <span className="min-w-0 flex-1 basis-48 break-words">
        {title}
        {reason && <span className="block text-note text-ink-3">{reason}</span>}
      </span>
      <span className="text-note text-ink-3">{tokens(count)}</span>
      <Pill tone={tones[state]}>{wordOf(state.toUpperCase())}</Pill>
    </div>
  );
}
