import type { DetailWrites, FoundPerson, Item, SingleDetail, Term } from "../tracker.ts";
import { type Fields, nodesOf, text } from "./answer.ts";
import { ask, type Linear } from "./client.ts";
import { people } from "./graphql/documents.ts";

/** Finds active users by e-mail, in any case. */
export async function findPeople(linear: Linear, emails: readonly string[]): Promise<FoundPerson[]> {
  const filter = { or: emails.map((email) => ({ email: { eqIgnoreCase: email } })) };
  const { data } = await ask(linear, people, { filter, first: 100 });
  const users = nodesOf(data.users).filter(({ active }) => active === true);
  return emails.map((email): FoundPerson => {
    const [found, ...others] = users.filter((user) => isSame(text(user, "email"), email));
    if (found === undefined) return "nobody";
    return others.length > 0 ? "several" : { account: text(found, "id") };
  });
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** Linear's priorities have our numbers. */
export function termOf({ details }: Item, detail: Exclude<SingleDetail, "assignee">): Term {
  return { value: String(details?.[detail] || "") };
}

/** Returns the fields of an update, without labels. */
export function detailFields({ assignee, priority, dueDate }: DetailWrites): Fields {
  return {
    ...(assignee !== undefined && { assigneeId: assignee || null }),
    ...(priority !== undefined && { priority: Number(priority) }),
    ...(dueDate !== undefined && { dueDate: dueDate || null }),
  };
}
