import contract from "../package.json" with { type: "json" };

/** The service's semantic version; the contract's `package.json` is the only place that defines it. */
export const version: string = contract.version;
