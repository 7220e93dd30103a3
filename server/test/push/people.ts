import type { GitHubStandIn } from "@groundplan/tracker-stand-ins/github";
import type { JiraStandIn } from "@groundplan/tracker-stand-ins/jira";
import type { LinearStandIn } from "@groundplan/tracker-stand-ins/linear";

/** An issue or Linear project as users see it; `text` excludes our ending. */
export interface Shown {
  title: string;
  text: string;
  isDone: boolean;
  labels: string[];
  /** Names; several in GitHub. */
  assignee: string;
  /** From 1 to 4; "" for none, and where the tracker has none. */
  priority: string;
  dueDate: string;
}

interface Edit {
  title?: string;
  text?: string;
  /** One more. */
  label?: string;
  /** All. */
  labels?: string[];
  /** A name; "" for nobody. */
  assignee?: string;
  priority?: number;
  dueDate?: string;
}

/** User actions in a tracker, the same for all trackers. Issues are identified by key. */
export interface People {
  shown(key: string): Promise<Shown>;
  /** Returns the end of an issue's text. */
  ending(key: string): Promise<string>;
  edit(key: string, edit: Edit): Promise<void>;
  finish(key: string): Promise<void>;
  remove(key: string): Promise<void>;
  /** Restores it from the bin, if the tracker has one. */
  restore?(key: string): void;
  /** Hides it from the connected account, or shows it again. */
  hide(key: string): Promise<void>;
  show(key: string): Promise<void>;
  /** Archives it, if supported. */
  archive?(key: string): void;
  /** Moves it to another repository, team or project; returns its new key. */
  move(key: string): Promise<string>;
  putUnder(key: string, above: string): Promise<void>;
  unlink(key: string, needed: string): Promise<void>;
  /** Sets the target's state: closed to all, hidden from the account, or open. */
  target(name: string, state: "archived" | "hidden" | "open"): Promise<void>;
  /** Returns the writes since `forget`. */
  writes(): string[];
  forget(): void;
  /** Runs `act` right before the n-th write from now on, counted from 0. */
  beforeWrite(n: number, act: () => Promise<unknown>): void;
  /** Runs the next text update without answering it. */
  loseNextUpdate(): void;
}

interface Request {
  method: string;
  path: string;
  body: unknown;
}

/** Returns the common functions, based on the log and a request hook. */
function watching(
  { log, onRequest }: { log: Request[]; onRequest(hook: (entry: Request) => Promise<undefined>): () => void },
  isWrite: (entry: Request) => boolean,
): Pick<People, "writes" | "forget" | "beforeWrite"> {
  return {
    writes: () => log.filter(isWrite).map(({ method, path }) => `${method} ${path}`),
    forget: () => {
      log.length = 0;
    },
    beforeWrite(n, act) {
      let writes = 0;
      const end = onRequest(async (entry) => {
        if (isWrite(entry) && writes++ === n) {
          end();
          await act();
        }
        return undefined;
      });
    },
  };
}

const lost = { after: "cut" } as const;
const beforeEnding = (text: string) => text.split(/\n\n---\n|^---\n/m)[0] ?? "";
const endingOf = (text: string) => text.slice(beforeEnding(text).length);
const withEnding = (text: string, old: string) => text + endingOf(old);

const bare = { assignee: "", priority: "", dueDate: "" };

export function githubPeople(github: GitHubStandIn): People {
  const at = (key: string) => {
    const [repository = "", number] = key.split("#");
    return { repository, number: Number(number) };
  };
  const issue = async (key: string) => {
    const { repository, number } = at(key);
    const found = (await github.dump()).find((one) => one.repository === repository && one.number === number);
    if (!found) throw new Error(`there is no ${key}`);
    return found;
  };
  const vault = () => {
    const found = github.repositories.find(({ name }) => name === "vault");
    if (!found) throw new Error("there is no vault");
    return found;
  };
  const change = (key: string, changes: Parameters<GitHubStandIn["editAsPerson"]>[2]) => {
    const { repository, number } = at(key);
    return github.editAsPerson(repository, number, changes);
  };
  return {
    ...watching(github, ({ method }) => method !== "GET"),
    async shown(key) {
      const { title, body, state, labels, assignees } = await issue(key);
      const more = { assignee: assignees.join(", "), priority: "", dueDate: "" };
      return { title, text: beforeEnding(body ?? ""), isDone: state === "closed", labels, ...more };
    },
    ending: async (key) => endingOf((await issue(key)).body ?? ""),
    async edit(key, { title, text, label, labels: all, assignee }) {
      const { body, labels } = await issue(key);
      await change(key, {
        ...(title === undefined ? {} : { title }),
        ...(text === undefined ? {} : { body: withEnding(text, body ?? "") }),
        ...(label === undefined ? {} : { labels: [...labels, label] }),
        ...(all === undefined ? {} : { labels: all }),
        ...(assignee === undefined ? {} : { assignees: assignee === "" ? [] : [assignee] }),
      });
    },
    finish: (key) => change(key, { state: "closed" }),
    remove: (key) => github.deleteIssue(at(key).repository, at(key).number),
    async hide(key) {
      vault().access = {};
      await github.transferIssue(at(key).repository, at(key).number, "acme/vault");
    },
    async show() {
      vault().access = { planner: "write" };
    },
    async move(key) {
      const { repository, number } = at(key);
      return `acme/other#${await github.transferIssue(repository, number, "acme/other")}`;
    },
    async putUnder(key, above) {
      const { repository, number } = at(above);
      const path = `/repos/${repository}/issues/${number}/sub_issues`;
      const headers = { authorization: `Bearer ${github.token}`, "content-type": "application/json" };
      const body = JSON.stringify({ sub_issue_id: Number((await issue(key)).id), replace_parent: true });
      const { status } = await fetch(github.url + path, { method: "POST", headers, body });
      if (status !== 201) throw new Error(`GitHub's stand-in answered ${status}`);
    },
    async unlink(key, needed) {
      const { repository, number } = at(key);
      const path = `/repos/${repository}/issues/${number}/dependencies/blocked_by/${(await issue(needed)).id}`;
      const headers = { authorization: `Bearer ${github.token}` };
      await fetch(`${github.url}${path}`, { method: "DELETE", headers });
    },
    async target(name, state) {
      const repository = github.repositories.find((one) => `${one.owner}/${one.name}` === name);
      if (!repository) throw new Error(`there is no ${name}`);
      repository.archived = state === "archived";
      repository.access = state === "hidden" ? {} : { planner: "write" };
    },
    loseNextUpdate: () => github.faults.next({ method: "PATCH", path: "/issues/\\d+$" }, lost),
  };
}

export function linearPeople(linear: LinearStandIn): People {
  const { drift } = linear;
  const issue = (key: string) =>
    linear
      .dump()
      .issues.find((one) => [one.identifier, ...one.previousIdentifiers].includes(key) && !one.trashed);
  const project = (key: string) => {
    const found = linear.dump().projects.find(({ name }) => name === key);
    if (!found) throw new Error(`there is no ${key}`);
    return found;
  };
  return {
    ...watching(linear, ({ body }) =>
      String((body as { query?: unknown }).query)
        .trimStart()
        .startsWith("mutation"),
    ),
    async shown(key) {
      const one = issue(key);
      if (!one)
        return {
          title: key,
          text: beforeEnding(project(key).content ?? ""),
          isDone: false,
          labels: [],
          ...bare,
        };
      const { title, description, stateType, labels, assignee, priority, dueDate } = one;
      const more = {
        assignee: assignee ?? "",
        priority: String(priority || ""),
        dueDate: String(dueDate ?? ""),
      };
      const isDone = stateType === "completed";
      return { title, text: beforeEnding(description ?? ""), isDone, labels, ...more };
    },
    ending: async (key) => endingOf(issue(key)?.description ?? project(key).content ?? ""),
    async edit(key, { title, text, label, labels, assignee, priority, dueDate }) {
      const one = issue(key);
      if (one) {
        drift.edit(key, {
          ...(title === undefined ? {} : { title }),
          ...(text === undefined ? {} : { description: withEnding(text, one.description ?? "") }),
          ...(label === undefined ? {} : { labels: [...one.labels, label] }),
          ...(labels === undefined ? {} : { labels }),
          ...(assignee === undefined ? {} : { assignee: assignee || null }),
          ...(priority === undefined ? {} : { priority }),
          ...(dueDate === undefined ? {} : { dueDate: dueDate || null }),
        });
        return;
      }
      const { id, content } = project(key);
      drift.editProject(id, {
        ...(title === undefined ? {} : { name: title }),
        ...(text === undefined ? {} : { content: withEnding(text, content ?? "") }),
      });
    },
    finish: async (key) => drift.close(key),
    async remove(key) {
      if (issue(key)) drift.trash(key);
      else drift.trashProject(project(key).id);
    },
    restore(key) {
      const trashed = linear.dump().issues.find(({ identifier }) => identifier === key);
      if (trashed) drift.unarchive(trashed.id);
      else drift.unarchiveProject(project(key).id);
    },
    hide: async (key) => drift.hide(key),
    show: async (key) => drift.hide(key, false),
    archive: (key) => drift.archive(key),
    async move(key) {
      const id = issue(key)?.id ?? "";
      drift.moveToTeam(key, "OPS");
      return linear.dump().issues.find((one) => one.id === id)?.identifier ?? "";
    },
    putUnder: async (key, above) => drift.edit(key, { parent: above }),
    unlink: async (key, needed) => drift.removeRelation(needed, key),
    async target(name, state) {
      if (state === "archived") drift.archiveTeam(name);
      else if (state === "open") drift.restoreTeam(name);
      drift.setAccess(linear.token, state === "hidden" ? "read" : "write");
    },
    loseNextUpdate: () => linear.faults.next({ path: "issueUpdate" }, lost),
  };
}

export function jiraPeople(jira: JiraStandIn): People {
  const { drift } = jira;
  const issue = (key: string) => {
    const found = jira.dump().issues.find((one) => one.key === key);
    if (!found) throw new Error(`there is no ${key}`);
    return found;
  };
  const blocks = (description: unknown) => (description as { content: unknown[] } | null)?.content ?? [];
  const words = (node: unknown): string => {
    const { text = "", content = [] } = node as { text?: string; content?: unknown[] };
    return text + content.map(words).join("");
  };
  const paragraph = (text: string) => ({ type: "paragraph", content: [{ type: "text", text }] });
  return {
    ...watching(
      jira,
      ({ method, path }) => method !== "GET" && !/\/(bulkfetch|search\/jql)(\?|$)/.test(path),
    ),
    async shown(key) {
      const { summary, description, category, labels, assignee, priority, dueDate } = issue(key);
      const text = blocks(description).slice(0, -2).map(words).join("\n\n");
      const rank = ["Highest", "High", "Medium", "Low"].indexOf(priority ?? "") + 1;
      const more = {
        assignee: assignee ?? "",
        priority: String(rank || ""),
        dueDate: String(dueDate ?? ""),
      };
      const isDone = category === "done";
      return { title: String(summary), text, isDone, labels: labels as string[], ...more };
    },
    ending: async (key) => blocks(issue(key).description).slice(-2).map(words).join(""),
    async edit(key, { title, text, label, labels: all, assignee, priority, dueDate }) {
      const { description, labels } = issue(key);
      const end = blocks(description).slice(-2);
      drift.edit(key, {
        ...(title === undefined ? {} : { summary: title }),
        ...(text === undefined
          ? {}
          : { description: { type: "doc", version: 1, content: [paragraph(text), ...end] } }),
        ...(label === undefined ? {} : { labels: [...(labels as string[]), label] }),
        ...(all === undefined ? {} : { labels: all }),
        ...(assignee === undefined
          ? {}
          : { assignee: assignee === "" ? null : { accountId: `5b10${assignee}` } }),
        ...(priority === undefined ? {} : { priority: { id: String(priority) } }),
        ...(dueDate === undefined ? {} : { duedate: dueDate || null }),
      });
    },
    finish: async (key) => drift.transition(key, "done"),
    remove: async (key) => drift.delete(key),
    hide: async (key) => drift.hide(key),
    show: async (key) => drift.hide(key, false),
    move: async (key) => drift.moveToProject(key, "MOVE"),
    putUnder: async (key, above) => drift.edit(key, { parent: above }),
    async unlink(key, needed) {
      const link = jira.dump().links.find(({ from, to }) => from === needed && to === key);
      drift.removeLink(link?.id ?? "");
    },
    async target(name, state) {
      const project = jira.projects.find((one) => one.key === name);
      if (!project) throw new Error(`there is no ${name}`);
      project.archived = state === "archived";
      const [account = ""] = Object.keys(project.permissions);
      const all = ["BROWSE_PROJECTS", "CREATE_ISSUES", "EDIT_ISSUES", "LINK_ISSUES", "TRANSITION_ISSUES"];
      project.permissions[account] = (state === "hidden" ? [] : all) as (typeof project.permissions)[string];
    },
    loseNextUpdate: () => jira.faults.next({ method: "PUT", path: "/issue/" }, lost),
  };
}
