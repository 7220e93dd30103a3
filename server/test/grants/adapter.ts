import type { Adapter, AdapterPayload } from "oidc-provider";

/** Returns an unbounded in-memory store of artifacts: the library's own drops them after a thousand. */
export function memory() {
  const kept = new Map<string, AdapterPayload>();
  const byGrant = new Map<string, Set<string>>();
  return class Memory implements Adapter {
    readonly #kind: string;
    constructor(kind: string) {
      this.#kind = kind;
    }
    #key = (id: string) => `${this.#kind} ${id}`;
    async upsert(id: string, payload: AdapterPayload) {
      kept.set(this.#key(id), payload);
      const { grantId } = payload;
      if (grantId) byGrant.set(grantId, (byGrant.get(grantId) ?? new Set()).add(this.#key(id)));
    }
    find = async (id: string) => kept.get(this.#key(id));
    findByUserCode = async () => undefined;
    findByUid = async (uid: string) =>
      [...kept.values()].find((payload) => payload.kind === "Session" && payload.uid === uid);
    async destroy(id: string) {
      kept.delete(this.#key(id));
    }
    async revokeByGrantId(grantId: string) {
      for (const key of byGrant.get(grantId) ?? []) kept.delete(key);
    }
    async consume(id: string) {
      const payload = kept.get(this.#key(id));
      if (payload) payload.consumed = Math.floor(Date.now() / 1000);
    }
  };
}
