import { characters } from "../characters.ts";
import { textOf } from "../decode-text.ts";
import { fenceFor } from "../markdown/inline.ts";
import { type About, longest, type Read } from "../reader.ts";

/**
 * Shows JSON verbatim in a fence. Overlong texts are not validated, since parsing takes far more memory than
 * the text.
 */
export function readJson(bytes: Buffer, { mediaType }: About): Read {
  const text = textOf(bytes, mediaType).trim();
  const fence = fenceFor(text);
  return {
    text: `${fence}json\n${text}\n${fence}`,
    pictures: 0,
    problem: characters(text) > longest || isJson(text) ? null : notJson,
  };
}

const notJson = "The file is not valid JSON, so its text is shown.";

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
