import { fieldsOf, isObject } from "./answers.ts";
import { readIssues } from "./publish.ts";
import { issueKey, type Site, users } from "./site.ts";

/** An issue as it stands, to compare with what a client believes. Relations are database ids. */
export type Dumped = {
  repository: string;
  number: number;
  id: number;
  title: string;
  body: string | null;
  state: string;
  stateReason: string | null;
  labels: string[];
  author: string;
  parent: number | null;
  subIssues: number[];
  blockedBy: number[];
};

/** Every issue that was neither deleted nor transferred, in the order of creation. */
export async function dump(site: Site): Promise<Dumped[]> {
  const records = [...site.issues.values()].filter(
    (one) => !site.gone.has(issueKey(one.repository, one.number)),
  );
  const dumped: Dumped[] = [];
  // A hundred at a time, so that a large site does not open a connection for each issue.
  for (let start = 0; start < records.length; start += 100) {
    const ids = records.slice(start, start + 100).map((record) => record.id);
    const issues = await readIssues(site, ids, users[0] ?? "", false);
    for (const [i, issue] of issues.entries()) {
      const record = site.issues.get(ids[i] ?? 0);
      if (record === undefined) continue;
      dumped.push({
        repository: record.repository,
        number: record.number,
        id: record.id,
        title: String(issue.title),
        body: issue.body === null ? null : String(issue.body),
        state: String(issue.state),
        stateReason: issue.state_reason === null ? null : String(issue.state_reason),
        labels: namesOf(issue.labels),
        author: record.author,
        parent: site.subIssues.parentOf(record.id) ?? null,
        subIssues: [...site.subIssues.childrenOf(record.id)],
        blockedBy: [...site.dependencies.blockersOf(record.id)],
      });
    }
  }
  return dumped;
}

function namesOf(labels: unknown): string[] {
  return (Array.isArray(labels) ? labels : []).map((label) =>
    String(isObject(label) ? fieldsOf(label).name : label),
  );
}
