import { openSqlite } from "../../server/src/storage/sqlite.ts";
import { ask, cpus, type Server } from "../children.ts";
import { planPath } from "../data-rows.ts";
import { dataSet } from "../data-sets.ts";
import { type Effort, inTurns, ratios } from "../measure.ts";
import { post } from "../requests.ts";
import type { Group, Row } from "../row.ts";
import { copyOf, type Data, databaseOf, removeFolder, withService } from "../service.ts";
import { allDifferent } from "./against-bare.ts";

const middle = 100_000;
const large = 1_000_000;
const creates = 1_000;

/** Each single filter, and the two pairs that cost by page. */
const filters = {
  "": () => "",
  status: () => "status=IN_PROGRESS",
  assignee: ({ person }: Known) => `assignee=${person}`,
  "assignee=none": () => "assignee=none",
  label: ({ label }: Known) => `label=${label}`,
  priority: () => "priority=1",
  readiness: () => "readiness=4",
  effort: () => "effort=5",
  "due=overdue": () => "due=overdue",
  due: () => "due=2026-06-01..2026-06-07",
  "assignee and status": ({ person }: Known) => `assignee=${person}&status=TODO`,
  "label and status": ({ label }: Known) => `label=${label}&status=TODO`,
  "status, by due date": () => "status=TODO&sort=due",
};

interface Known {
  person: string;
  label: string;
}

export const filterRows: Group = {
  name: "filters",
  about:
    "`GET /v1/specs` of 50 specs by each filter, 32 requests at once, on the data sets of **size**: CPU of the service per uncached request. Then creates among 100,000 specs, against the same without the four indexes that these filters need.",
  async measure(effort) {
    const [most, some] = [await dataSet(large), await dataSet(middle)];
    const rows = await onService(most, (atLarge) =>
      onService(some, async (atMiddle) => {
        const found: Row[] = [];
        for (const name of Object.keys(filters) as (keyof typeof filters)[])
          found.push(
            await compared(
              effort,
              `all specs by ${name || "nothing"}, at ${large.toLocaleString("en-US")}`,
              `at ${middle.toLocaleString("en-US")}`,
              1.25,
              { one: atLarge(name), other: atMiddle(name) },
            ),
          );
        return found;
      }),
    );
    return [...rows, await createsWithout(effort, some)];
  },
};

/** Measures the service's CPU seconds per request. */
type Measured = (seconds: number) => Promise<number>;

const onService = <T>(data: Data, use: (by: (name: keyof typeof filters) => Measured) => Promise<T>) =>
  withService(
    data,
    async (service) => {
      const known = await knownAt(service, data);
      return use((name) => {
        const requests = allDifferent(
          `/v1/specs?limit=50&${filters[name](known)}`.replace(/&$/, ""),
          data.key,
        );
        return async (seconds) =>
          (await ask(service, { requests, connections: 32, expect: 200, until: { seconds } }, cpus.asking))
            .cpu;
      });
    },
    { cpu: cpus.server },
  );

async function knownAt({ url }: Server, { key }: Data): Promise<Known> {
  const read = async (path: string) => {
    const answer = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${key}` } });
    return answer.json() as Promise<{
      labels?: { id: string }[];
      members?: { userId: string; name: string }[];
    }>;
  };
  const [{ labels = [] }, { members = [] }] = await Promise.all([
    read("/v1/labels"),
    read("/v1/members?limit=200"),
  ]);
  return {
    label: labels[0]?.id ?? "",
    person: members.find(({ name }) => name === "Person 1")?.userId ?? "",
  };
}

async function createsWithout(effort: Effort, data: Data): Promise<Row> {
  const [plain, indexed] = [copyOf(data), copyOf(data)];
  try {
    const { raw } = openSqlite(databaseOf(plain), "write");
    for (const index of ["specs_by_readiness", "specs_by_kind", "specs_by_assignee", "specs_due"])
      raw.exec(`drop index ${index}`);
    raw.close();
    const body = {
      title: "A spec",
      content: "1. It is there.\n".repeat(37),
      priority: 2,
      dueDate: "2026-12-01",
    };
    const requests = Array.from({ length: 500 }, (_, at) =>
      post(`${planPath(at + 1)}/specs`, data.key, body),
    );
    const until = { answers: creates };
    const creating = (service: Server) => async () =>
      (await ask(service, { requests, connections: 32, expect: 201, until }, cpus.asking)).cpu;
    return await withService(
      indexed,
      (withThem) =>
        withService(
          plain,
          (without) =>
            compared(effort, "create with the four indexes of lists", "without them", 1.1, {
              one: creating(withThem),
              other: creating(without),
            }),
          { cpu: cpus.server },
        ),
      { cpu: cpus.server },
    );
  } finally {
    removeFolder(plain.settings);
    removeFolder(indexed.settings);
  }
}

async function compared(
  effort: Effort,
  measure: string,
  against: string,
  most: number,
  arms: { one: Measured; other: Measured },
): Promise<Row> {
  const { one, other } = await inTurns(effort, 0.8, arms);
  const values = ratios(one, other, (cpu) => cpu);
  return { measure: `${measure}, SQLite`, against, goal: { most }, unit: "×", values };
}
