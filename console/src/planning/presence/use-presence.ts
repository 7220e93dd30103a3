import { announcePresence, type PresenceMessage, type PresentPerson } from "@groundplan/contract";
import { useEffect, useState } from "react";
import { isSilent } from "../../api/availability.ts";
import { client } from "../../api/client.ts";
import { currentToken } from "../../api/token.ts";
import { useSession } from "../../session/session.ts";

/** Milliseconds; the service forgets after 30 seconds. */
const announcesEvery = 12_000;
/** Milliseconds without input after which typing has ended. */
const typingEnds = 8_000;

type Show = (people: readonly PresentPerson[]) => void;

/** Says that the user reads or types in a document while the page is visible. Returns who else does. */
export function usePresence(documentId: string): readonly PresentPerson[] {
  const { user } = useSession();
  const [people, show] = useState<readonly PresentPerson[]>([]);
  useEffect(() => announce(documentId, show), [documentId]);
  useEffect(() => {
    const hear = (event: Event) => {
      const told = (event as CustomEvent<PresenceMessage>).detail;
      if (told.documentId === documentId) show(told.people);
    };
    addEventListener("presence", hear); // From `live/live.ts`.
    return () => removeEventListener("presence", hear);
  }, [documentId]);
  return people.filter(({ userId }) => userId !== user.id);
}

function announce(documentId: string, show: Show): () => void {
  const end = new AbortController();
  let typedAt = Number.NEGATIVE_INFINITY;
  let announced = "";
  let isSending = false;

  const tell = async () => {
    if (document.hidden || !navigator.onLine || isSilent.get() || isSending) return;
    isSending = true;
    const state = Date.now() - typedAt < typingEnds ? "typing" : "reading";
    announced = state; // A failure is no reason to try at each key.
    try {
      const { people } = await send(documentId, state, end.signal);
      show(people);
    } catch {
      // Said again in a moment; what matters to the user fails elsewhere, too.
    } finally {
      isSending = false;
    }
  };
  const onInput = ({ target }: Event) => {
    if (!isText(target)) return;
    typedAt = Date.now();
    if (announced !== "typing") void tell();
  };
  const { signal } = end;
  const timer = setInterval(() => void tell(), announcesEvery);
  document.addEventListener("visibilitychange", () => void tell(), { signal });
  document.addEventListener("input", onInput, { signal });
  void tell();
  return () => {
    clearInterval(timer);
    end.abort();
  };
}

/** Without `call`, which would ask for a sign-in that nobody has waited for. */
async function send(documentId: string, state: PresentPerson["state"], signal: AbortSignal) {
  const headers = { authorization: `Bearer ${await currentToken()}` };
  const timeout = AbortSignal.any([signal, AbortSignal.timeout(announcesEvery)]);
  const request = { params: { documentId }, body: { state } };
  return client.call(announcePresence, request, { headers, signal: timeout });
}

/** Texts and comments, not fields such as a search. */
const isText = (target: EventTarget | null) =>
  target instanceof HTMLTextAreaElement || (target instanceof HTMLElement && target.isContentEditable);
