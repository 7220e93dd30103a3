import type { Notification } from "@groundplan/contract";
import { expect } from "vitest";
import type { Person } from "../../../test/world.ts";

export interface Page {
  items: Notification[];
  unread: number;
  watermark: string;
  nextCursor?: string;
}

/** Returns a page of a person's inbox, by default the first 50 items. */
export async function inboxOf(person: Person, query = ""): Promise<Page> {
  const { status, body } = await person.get(`/v1/notifications${query}`);
  expect(status).toBe(200);
  return body;
}

/** Returns a person's whole inbox, page by page. */
export async function wholeInbox(person: Person, query = ""): Promise<Notification[]> {
  const items: Notification[] = [];
  for (let cursor = ""; ; ) {
    const page = await inboxOf(person, `?limit=200${query}${cursor}`);
    items.push(...page.items);
    if (page.nextCursor === undefined) return items;
    cursor = `&cursor=${page.nextCursor}`;
  }
}

/** Marks items as read, and returns how many were unread. */
export const markRead = (person: Person, body: object): Promise<number> => mark(person, "read", body);

/** Marks items by one of the endpoints, and returns its count. */
export async function mark(person: Person, as: "read" | "unread" | "snooze", body: object): Promise<number> {
  const answer = await person.post(`/v1/notifications/${as}`, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.count;
}
