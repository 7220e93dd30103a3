import {
  findHandles,
  listAllPlans,
  listSpecs,
  type NamedItem,
  type PlanStatus,
  type SpecStatus,
  search,
} from "@groundplan/contract";
import { call } from "../../api/call.ts";
import { wordOf } from "../../components/status.tsx";
import type { Typed } from "./typed.ts";

export interface Person {
  userId: string;
  name: string;
}

/** A person, plan or spec that typed words may mean. */
export interface Offer {
  /** Unique among offers. */
  id: string;
  name: string;
  note: string;
  /** Replaces the typed words and their sign. */
  text: string;
}

/** Whom and what a text may name. */
export interface Names {
  /** Who can read the text. */
  people: readonly Person[];
  /** Returns the text that mentions somebody. */
  mention: (person: Person) => string;
}

const mostPeople = 4;
const mostItems = 5;
/** Results to choose from, since those of the same plan come first. */
const mostFound = 20;

export function peopleOf({ sign, words }: Typed, { people, mention }: Names): Offer[] {
  if (sign !== "@") return [];
  const typed = words.toLowerCase();
  return people
    .filter(({ name }) => name.toLowerCase().includes(typed))
    .slice(0, mostPeople)
    .map((person) => ({ id: person.userId, name: person.name, note: "", text: mention(person) }));
}

/** Finds plans and specs by handle or words; without any, those at hand. */
export async function itemsOf({ words }: Typed, signal: AbortSignal): Promise<Offer[]> {
  const here = placeOf(location);
  const asked = words.trim();
  if (asked === "") return itemsAt(here, signal);
  const handles = handlesOf(asked, here.planShortId);
  if (handles.length > 0) {
    const query = { handles: handles.join(",") };
    return (await call(findHandles, { query }, { signal })).items.map((item) => offerOf(item, here));
  }
  const found = await Promise.all(
    (["spec", "plan"] as const).map((kind) =>
      call(search, { query: { q: `${asked}*`, kind, limit: mostFound } }, { signal }),
    ),
  );
  return found
    .flatMap(({ results }) => results)
    .toSorted((a, b) => Number(isOf(b, here)) - Number(isOf(a, here)))
    .flatMap((result) => {
      const { planShortId, title, status } = result;
      return planShortId && status ? [offerOf({ ...result, planShortId, title, status }, here)] : [];
    })
    .slice(0, mostItems);
}

interface Place {
  projectSlug?: string | undefined;
  planShortId?: string | undefined;
}

/** The page of a plan, or a discussion in one. */
function placeOf({ pathname, search: query }: Pick<Location, "pathname" | "search">): Place {
  const [, projectSlug, planShortId] = /^\/projects\/([^/]+)\/plans\/([^/]+)/.exec(pathname) ?? [];
  return { projectSlug, planShortId: planShortId ?? new URLSearchParams(query).get("plan") ?? undefined };
}

const isOf = (item: { planShortId?: string | undefined }, here: Place) =>
  item.planShortId !== undefined && item.planShortId === here.planShortId;

async function itemsAt(here: Place, signal: AbortSignal): Promise<Offer[]> {
  const { projectSlug, planShortId } = here;
  if (projectSlug !== undefined && planShortId !== undefined) {
    const request = { params: { projectSlug, planShortId }, query: { limit: mostItems } };
    const { specs } = await call(listSpecs, request, { signal });
    if (specs.length > 0)
      return specs.map(({ shortId, title, status }) =>
        offerOf({ title, status, planShortId, specShortId: shortId }, here),
      );
  }
  const { plans } = await call(listAllPlans, { query: { open: "true", limit: mostItems } }, { signal });
  return plans.map(({ shortId, name, status }) =>
    offerOf({ title: name, status, planShortId: shortId }, here),
  );
}

const handle = /^(?:plan-)?(\d{1,10})\/(?:spec-)?(\d{1,10})$|^(plan-|spec-)?(\d{1,10})$/i;

/** Returns the handles that these words may be: `4` is `SPEC-4` or `PLAN-4`, and `3/4` is `PLAN-3/SPEC-4`. */
function handlesOf(words: string, plan: string | undefined): string[] {
  const found = handle.exec(words);
  if (!found) return [];
  const [, planNumber, specNumber, kind = "", number] = found;
  if (number === undefined) return [`PLAN-${planNumber}/SPEC-${specNumber}`];
  const ofPlan = plan === undefined ? [] : [`${plan}/SPEC-${number}`];
  if (/^spec/i.test(kind)) return ofPlan;
  return /^plan/i.test(kind) ? [`PLAN-${number}`] : [...ofPlan, `PLAN-${number}`];
}

interface Item extends Pick<NamedItem, "title" | "planShortId"> {
  specShortId?: string | undefined;
  status: PlanStatus | SpecStatus;
}

function offerOf({ title, status, planShortId, specShortId }: Item, here: Place): Offer {
  const isOwn = isOf({ planShortId }, here) && specShortId !== undefined;
  const whole = specShortId === undefined ? planShortId : `${planShortId}/${specShortId}`;
  const text = isOwn ? specShortId : whole;
  return { id: whole, name: title, note: `${text} · ${wordOf(status)}`, text };
}
