import { pagesOf } from "../../../pages-of.ts";
import { type Label, TrackerError } from "../tracker.ts";
import { fieldsOf, nextOf, nodesOf, text } from "./answer.ts";
import { ask, type Linear } from "./client.ts";
import { createLabel, labels as labelsQuery } from "./graphql/documents.ts";
import type { Team } from "./items/team.ts";

const namesAtOnce = 25;
const perPage = 50;

/** The team's and the workspace's labels that were looked for, by name in lower case. */
export interface KnownLabels {
  idOf(name: string): string | undefined;
  /** Looks for labels not yet known. */
  find(names: readonly string[]): Promise<void>;
  /** Makes it for the team. Does nothing if Linear refuses. */
  make(label: Label): Promise<void>;
}

export function knownLabels(linear: Linear, team: Team): KnownLabels {
  const ids = new Map<string, string>();
  const keyOf = (name: string) => name.toLowerCase();
  const idOf = (name: string) => ids.get(keyOf(name));

  async function find(names: readonly string[]): Promise<void> {
    const unknown = names.filter((name) => idOf(name) === undefined);
    const ofTeam = { or: [{ null: true }, { id: { eq: team.id } }] };
    for (const page of pagesOf(unknown, namesAtOnce)) {
      const filter = { team: ofTeam, or: page.map((name) => ({ name: { eqIgnoreCase: name } })) };
      for (let after: string | null = null; ; ) {
        const { data } = await ask(linear, labelsQuery, { filter, first: perPage, after });
        for (const label of nodesOf(data.issueLabels))
          if (label.isGroup !== true && typeof label.retiredAt !== "string")
            ids.set(keyOf(text(label, "name")), text(label, "id"));
        after = nextOf(data.issueLabels);
        if (after === null) break;
      }
    }
  }

  async function make({ name, color }: Label): Promise<void> {
    try {
      const { data } = await ask(linear, createLabel, { input: { name, color, teamId: team.id } });
      const label = fieldsOf(fieldsOf(data.issueLabelCreate).issueLabel);
      ids.set(keyOf(text(label, "name")), text(label, "id"));
    } catch (error) {
      if (!isRefused(error)) throw error;
      // An unanswered call may have made it before.
      await find([name]);
    }
  }

  return { idOf, find, make };
}

const isRefused = (error: unknown) =>
  error instanceof TrackerError &&
  error.outcome === "refused" &&
  (error.code === "invalid" || error.code === "access");
