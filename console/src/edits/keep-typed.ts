import type { Edit } from "./edit.ts";
import { keepUnsent, unsentOf } from "./unsent-text.ts";

/** Keeps the draft `typed` until the service accepts the edit. */
export function keepTyped(place: string, typed: string, edit: Edit): Edit {
  keepUnsent(place, typed);
  return {
    ...edit,
    send: async (once) => {
      const answered = await edit.send(once);
      if (unsentOf(place) === typed) keepUnsent(place, undefined);
      return answered;
    },
  };
}
