import { type Fields, id, listOf, textOrNull } from "../answer.ts";
import type { Jira } from "../client.ts";

export interface LinkType {
  id: string;
  /** True if the outward end is the blocked one. */
  reversed: boolean;
}

export interface LinkTypes {
  blocks: LinkType | null;
  relates: LinkType | null;
  /** Why there is no `blocks`, as a message. */
  sentence: string;
}

/** Finds link types by wording. Sites can rename or disable them. */
export async function readLinkTypes(jira: Jira): Promise<LinkTypes> {
  const { status, data } = await jira.call("GET /issueLinkType", { also: 404 });
  if (status === 404) {
    const sentence = "links between issues are switched off in Jira, so it does not show what needs what.";
    return { blocks: null, relates: null, sentence };
  }
  const types = listOf(data?.issueLinkTypes);
  const relates = types.find((type) => is(type, "name", /^relates$/i) || is(type, "outward", relating));
  return {
    blocks: blockingOf(types),
    relates: relates ? { id: id(relates), reversed: false } : null,
    sentence: "Jira has no type of link for what blocks what, so it does not show what needs what.",
  };
}

function blockingOf(types: Fields[]): LinkType | null {
  const byWords = (out: "outward" | "inward", back: "outward" | "inward") =>
    types.find((type) => is(type, out, blocking) && is(type, back, blocked));
  const forward = byWords("outward", "inward");
  if (forward) return { id: id(forward), reversed: false };
  const backward = byWords("inward", "outward");
  if (backward) return { id: id(backward), reversed: true };
  const byName = types.find((type) => is(type, "name", /^(blocks|blocker|blocking)$/i));
  return byName ? { id: id(byName), reversed: false } : null;
}

const is = (type: Fields, name: string, words: RegExp) => words.test(textOrNull(type, name)?.trim() ?? "");

/* "Blocks" in English, German, French, Spanish, Italian, Portuguese, Dutch, Polish, Japanese and Chinese. */
const blocking =
  /^(blocks|blockiert|bloque|bloquea( a)?|blocca|bloqueia|blokkeert|blokuje|ブロックする|ブロック|阻止|阻塞|阻挡)$/i;
const blocked =
  /^((is )?blocked by|wird blockiert (von|durch)|(est )?bloqué(e)? par|(está |es )?bloquead[ao] po[rl]|è bloccat[ao] da|(wordt )?geblokkeerd door|(jest )?(blokowan[ey]|zablokowane|blokowana) przez|.*ブロックされ.*|被.*(阻止|阻塞|阻挡).*)$/i;
const relating = /^(relates to|bezieht sich auf|hängt zusammen mit)$/i;
