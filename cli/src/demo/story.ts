import type { BatchSpec, SpecStatus } from "@groundplan/contract";

/** The demo's people, by the local part of their addresses. */
export const people = {
  mira: { name: "Mira Kowalski", role: "OWNER" },
  jonas: { name: "Jonas Weber", role: "MEMBER" },
  aiko: { name: "Aiko Tanaka", role: "MEMBER" },
  sam: { name: "Sam Okafor", role: "VIEWER" },
} as const;
export type PersonName = keyof typeof people;

interface SpecDetails {
  about: string;
  criteria?: readonly string[];
  more?: string;
  effort?: number;
  needs?: string[];
  status?: SpecStatus;
  inside?: string;
}

/** Returns the body of a spec, with its criteria as a numbered list. */
export function spec(ref: string, title: string, details: SpecDetails): BatchSpec {
  const { about, criteria = [], more, effort, needs, status, inside } = details;
  const list = criteria.map((text, index) => `${index + 1}. ${text}`).join("\n");
  const parts = [about, criteria.length > 0 ? `## Acceptance criteria\n\n${list}` : "", more ?? ""];
  return {
    ref,
    title,
    content: `${parts.filter(Boolean).join("\n\n")}\n`,
    ...(effort === undefined ? {} : { effort }),
    ...(needs === undefined ? {} : { needsFirst: needs }),
    ...(status === undefined ? {} : { status }),
    ...(inside === undefined ? {} : { parentSpecId: inside }),
  };
}

/** A plan of the demo; `parent` names its parent plan. */
export interface StoryPlan {
  name: string;
  description: string;
  owner: PersonName;
  parent?: string;
  visibility?: "PRIVATE";
  specs: BatchSpec[];
}
