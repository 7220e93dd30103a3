import { listPlans, listProjects } from "@groundplan/contract";
import { useQueries, useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { readAll } from "../../api/read.ts";
import { useRecent } from "../../components/page/recent.ts";
import { isNear } from "./is-near.ts";
import type { PaletteEntry } from "./palette-entry.ts";
import { useSpecEntry } from "./spec-entry.ts";

const pages: readonly PaletteEntry[] = [
  { to: "/", name: "Home", kind: "page" },
  { to: "/ready", name: "Ready to work on", kind: "page" },
  { to: "/specs?assignee=me&status=TODO,IN_PROGRESS&sort=due", name: "My work", kind: "page" },
  { to: "/specs?due=overdue&sort=due", name: "Overdue specs", kind: "page" },
  { to: "/specs", name: "All specs", kind: "page" },
  { to: "/projects", name: "Projects", kind: "page" },
  { to: "/bin", name: "Bin: archived plans and deleted specs", kind: "page" },
  { to: "/inbox", name: "Inbox", kind: "page" },
  { to: "/inbox/later", name: "Snoozed", kind: "page" },
  { to: "/inbox/settings", name: "Inbox settings", kind: "page" },
  { to: "/context", name: "Workspace context", kind: "page" },
  { to: "/skills", name: "Skills", kind: "page" },
  { to: "/formats", name: "Formats", kind: "page" },
  { to: "/instructions", name: "Instructions", kind: "page" },
  { to: "/connectors", name: "Connectors and MCP servers", kind: "page" },
  { to: "/settings/members", name: "Members and invites", kind: "page" },
  { to: "/settings/agents", name: "Connect an agent", kind: "page" },
  { to: "/settings/keys", name: "API keys", kind: "page" },
  { to: "/settings/webhooks", name: "Webhooks", kind: "page", words: "failed deliveries" },
  { to: "/api", name: "API: examples and reference", kind: "page" },
  { to: "/settings/apps", name: "Connected apps", kind: "page" },
  { to: "/settings/audit", name: "Audit: who did what", kind: "page" },
  { to: "/settings/workspace", name: "Workspace settings and models", kind: "page" },
  { to: "/settings/profile", name: "Profile, password, passkeys and sessions", kind: "page" },
];

/** The most projects searched. */
const mostProjects = 20;

/** Returns matching places, the current project's first; for empty input, recent pages first. */
export function usePaletteEntries(typed: string): PaletteEntry[] {
  const { projectSlug, planShortId } = useParams({ strict: false });
  const projects = useQuery(readAll(listProjects, {}, "projects")).data ?? [];
  const slugs = projects.map(({ slug, id }) => slug ?? id);
  const searched = [...new Set([...(projectSlug === undefined ? [] : [projectSlug]), ...slugs])];
  const plans = useQueries({
    queries: searched
      .slice(0, mostProjects)
      .map((slug) => readAll(listPlans, { params: { projectSlug: slug } }, "plans")),
  });
  const planEntries = plans.flatMap(({ data = [] }, index) =>
    data.map(({ shortId, name }) => ({
      to: `/projects/${encodeURIComponent(searched[index] ?? "")}/plans/${shortId}`,
      name,
      kind: shortId,
    })),
  );
  // A plan's own page already has the plan's name.
  const inPlan = (place: PaletteEntry): PaletteEntry => ({
    ...place,
    plan: planEntries.find(({ to, name }) => place.to.startsWith(`${to}/`) && name !== place.name)?.name,
  });
  const spec = useSpecEntry(typed, projectSlug, planShortId);
  const entries: PaletteEntry[] = [
    ...spec.map(inPlan),
    ...planEntries,
    ...projects.map(({ slug, id, name }) => ({
      to: `/projects/${encodeURIComponent(slug ?? id)}`,
      name,
      kind: "project",
    })),
    ...pages,
  ];
  const recent = useRecent();
  if (typed.trim() === "") {
    const visited = recent.map(
      ({ to, name }) => entries.find((place) => place.to === to) ?? inPlan({ to, name, kind: kindOf(to) }),
    );
    return [...visited, ...entries.filter(({ to }) => !recent.some((one) => one.to === to))];
  }
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const found = matching(entries, words);
  // An exact handle ranks first.
  return found.toSorted((a, b) => Number(isHandle(b, typed)) - Number(isHandle(a, typed)));
}

/** Returns entries with all words, or if there are none, those with words of which a letter is wrong. */
export function matching<T extends { name: string; kind: string; words?: string }>(
  entries: readonly T[],
  words: readonly string[],
): T[] {
  const textOf = ({ name, kind, words: further = "" }: T) => `${name} ${kind} ${further}`.toLowerCase();
  const exact = entries.filter((entry) => words.every((word) => textOf(entry).includes(word)));
  if (exact.length > 0) return exact;
  return entries.filter((entry) =>
    words.every((word) => textOf(entry).includes(word) || isNear(word, textOf(entry))),
  );
}

/** Puts entries whose whole name was typed first: the act "Rename…" before a plan named "Renamed". */
export function wholeFirst<T extends { name: string }>(entries: readonly T[], typed: string): T[] {
  const whole = typed.trim().toLowerCase();
  const isWhole = ({ name }: T) => name.replace(/…$/, "").toLowerCase() === whole;
  return entries.toSorted((a, b) => Number(isWhole(b)) - Number(isWhole(a)));
}

/** True for a whole handle: `SPEC-2`, or `PLAN-1/SPEC-2`. */
const isHandle = ({ kind }: PaletteEntry, typed: string) =>
  ` ${kind.toLowerCase()}`.endsWith(` ${typed.trim().toLowerCase().replace("/", " ")}`);

/** Returns the address's handles and the page after them. */
function kindOf(to: string): string {
  const [, ...parts] = /\/(PLAN-\d+)(?:\/specs\/(SPEC-\d+))?(?:\/([a-z]+))?/.exec(to) ?? [];
  return parts.filter(Boolean).join(" ") || "page";
}
