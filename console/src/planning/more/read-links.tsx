import {
  createPlanLink,
  createSpecLink,
  deletePlanLink,
  deleteSpecLink,
  getWorkspace,
  listPlanLinks,
  listSpecLinks,
  type ReadLink,
} from "@groundplan/contract";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { call } from "../../api/call.ts";
import { invalidate, read, readAll } from "../../api/read.ts";
import { Button } from "../../components/button.tsx";
import { Copy } from "../../components/copy.tsx";
import { Check } from "../../components/forms/check.tsx";
import { Choice } from "../../components/forms/field.tsx";
import { Form } from "../../components/forms/form.tsx";
import { attempt, toast } from "../../components/overlays/toast.tsx";
import { Loaded } from "../../components/page/loaded.tsx";
import { Time } from "../../components/time.tsx";
import type { PlanParams, SpecParams } from "../params.ts";

/** The lifetimes of a link, in days. */
const lives = [
  ["", "never"],
  ["7", "in a week"],
  ["30", "in 30 days"],
  ["90", "in 90 days"],
] as const;

const dayMs = 86_400_000;

interface Made {
  expiresAt: string | null;
  names: boolean;
  subPlans: boolean;
}

interface Properties {
  links: UseQueryResult<ReadLink[]>;
  make: (link: Made) => Promise<unknown>;
  remove: (linkId: string) => Promise<unknown>;
  /** True for links to a plan, which may show its sub-plans. */
  hasSubPlans: boolean;
}

/** The links by which anybody reads a plan. */
export default function PlanLinks({ params }: { params: PlanParams }) {
  return (
    <ReadLinks
      links={useQuery(readAll(listPlanLinks, { params }, "links"))}
      make={async (body) => {
        await call(createPlanLink, { params, body });
        await invalidate(listPlanLinks);
      }}
      remove={async (linkId) => {
        await call(deletePlanLink, { params: { ...params, linkId } });
        await invalidate(listPlanLinks);
      }}
      hasSubPlans
    />
  );
}

/** The links by which anybody reads a spec. */
export function LinksOfSpec({ params }: { params: SpecParams }) {
  return (
    <ReadLinks
      links={useQuery(readAll(listSpecLinks, { params }, "links"))}
      make={async (body) => {
        await call(createSpecLink, { params, body });
        await invalidate(listSpecLinks);
      }}
      remove={async (linkId) => {
        await call(deleteSpecLink, { params: { ...params, linkId } });
        await invalidate(listSpecLinks);
      }}
      hasSubPlans={false}
    />
  );
}

function ReadLinks({ links, make, remove, hasSubPlans }: Properties) {
  const { data } = useQuery(read(getWorkspace, {}));
  const submit = ({ days = "", names, subPlans }: Record<string, string>) =>
    make({
      expiresAt: days === "" ? null : new Date(Date.now() + Number(days) * dayMs).toISOString(),
      names: names !== undefined,
      subPlans: subPlans !== undefined,
    });
  const removeLink = async ({ id }: ReadLink) => {
    await remove(id);
    toast("The link is removed: it works no more.");
  };
  return (
    <section aria-label="Read links" className="grid gap-3">
      <div>
        <h3 className="font-semibold">Read links</h3>
        <p className="text-ink-2">
          Anybody with the link reads it, without an account
          {hasSubPlans ? ", even if the plan is private" : ""}: texts, pictures, statuses and efforts, but no
          comments or sources.
        </p>
      </div>
      {data?.workspace.links === false ? (
        <p role="status">The owners of the workspace have switched read links off.</p>
      ) : (
        <Form submit={async (typed) => void (await submit(typed))} action="Make a link">
          <Choice label="It ends" name="days">
            {lives.map(([days, words]) => (
              <option key={days} value={days}>
                {words}
              </option>
            ))}
          </Choice>
          <Check name="names">Show names of people</Check>
          {hasSubPlans && <Check name="subPlans">Show sub-plans</Check>}
        </Form>
      )}
      <Loaded query={links}>
        {(all) =>
          all.length > 0 && (
            <ul aria-label="Links" className="grid gap-3">
              {all.map((link) => (
                <LinkEntry key={link.id} link={link} remove={() => attempt(() => removeLink(link))} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  );
}

function LinkEntry({ link, remove }: { link: ReadLink; remove: () => void }) {
  const { url, expiresAt, names, subPlans, createdBy, makerOwns, live } = link;
  const shows = [...(names ? ["names"] : []), ...(subPlans ? ["sub-plans"] : [])];
  return (
    <li className="rounded-card border border-line bg-sheet p-3">
      {url === null ? (
        <p>This link was lost when the workspace was restored. Remove it, and make a new one.</p>
      ) : (
        <Copy text={url} label="Copy link" />
      )}
      <div className="mt-2 flex flex-wrap items-center gap-2 text-note text-ink-2">
        <span className="min-w-0 flex-1 basis-40">
          By {createdBy?.name ?? "somebody whose account is gone"}
          {!makerOwns && createdBy !== null && ", who doesn't own this any more"}
          {expiresAt !== null && (
            <>
              , ends <Time at={expiresAt} />
            </>
          )}
          {shows.length > 0 && `, with ${shows.join(" and ")}`}
          {!live && " · Doesn't work now"}
        </span>
        <Button look="quiet" onClick={remove}>
          Remove
        </Button>
      </div>
    </li>
  );
}
