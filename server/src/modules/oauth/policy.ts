import { interactionPolicy } from "oidc-provider";

const { Check, Prompt, base } = interactionPolicy;

/**
 * Returns when the library asks the person: at every authorization, and nothing is remembered of an earlier one. An
 * answer counts for the browser whose console session gave it (`provider.ts` looks that up as the account).
 */
export function alwaysAsk() {
  const policy = base();
  policy.clear();
  policy.add(new Prompt({ name: "login", requestable: true }));
  policy.add(
    new Prompt(
      { name: "consent", requestable: true },
      new Check("consent_missing", "the person has to be asked", "consent_required", ({ oidc }) =>
        oidc.result?.consent && oidc.account ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT,
      ),
    ),
  );
  return policy;
}
