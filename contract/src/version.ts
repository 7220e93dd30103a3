import contract from "../package.json" with { type: "json" };

/** The service's semantic version, defined in the contract's `package.json` only. */
export const version: string = contract.version;
