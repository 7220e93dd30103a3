import type { Notification } from "@groundplan/contract";
import { expect } from "vitest";
import type { Person } from "../../../test/world.ts";

export interface Page {
  items: Notification[];
  unread: number;
  watermark: string;
  nextCursor?: string;
}

export async function inboxOf(person: Person, query = ""): Promise<Page> {
  const { status, body } = await person.get(`/v1/notifications${query}`);
  expect(status).toBe(200);
  return body;
}

export async function wholeInbox(person: Person, query = ""): Promise<Notification[]> {
  const items: Notification[] = [];
  for (let cursor = ""; ; ) {
    const page = await inboxOf(person, `?limit=200${query}${cursor}`);
    items.push(...page.items);
    if (page.nextCursor === undefined) return items;
    cursor = `&cursor=${page.nextCursor}`;
  }
}

export const markRead = (person: Person, body: object): Promise<number> => mark(person, "read", body);

export async function mark(person: Person, as: "read" | "unread" | "snooze", body: object): Promise<number> {
  const answer = await person.post(`/v1/notifications/${as}`, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.count;
}
