import type { Edit } from "./edit.ts";
import { keepUnsent, unsentOf } from "./unsent-text.ts";

/** Returns a change of what was `typed` in a place; it is kept there until the service has taken the change. */
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
