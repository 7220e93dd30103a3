import type { Suggestion } from "@groundplan/contract";
import { expect } from "vitest";
import type { Person } from "../../../test/world.ts";
import { outcome } from "../plans/scene.test-support.ts";

export const suggestionsOf = (documentId: string): string => `/v1/documents/${documentId}/suggestions`;

/** Replacements of all occurrences of words. */
type Changes = readonly (readonly [words: string, replacement: string])[];

/** Returns a body that changes words of the text that a person currently reads. */
export async function bodyFor(by: Person, documentId: string, changes: Changes, query = "") {
  const { document, sourceText } = (await by.get(`/v1/documents/${documentId}${query}`)).body;
  const hunks = changes.map(([words, replacement]) => {
    const start = sourceText.indexOf(words);
    expect(start, `${words} in ${sourceText}`).toBeGreaterThanOrEqual(0);
    return { start, end: start + words.length, replacement };
  });
  return { baseRevision: document.revision, hunks };
}

export async function newSuggestion(
  person: Person,
  documentId: string,
  changes: Changes,
  query = "",
): Promise<Suggestion & { path: string }> {
  const body = await bodyFor(person, documentId, changes, query);
  const answer = await person.post(suggestionsOf(documentId) + query, body);
  expect(outcome(answer), JSON.stringify(answer.body)).toBe("201");
  return { ...answer.body.suggestion, path: `${suggestionsOf(documentId)}/${answer.body.suggestion.id}` };
}
