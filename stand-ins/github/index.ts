export { faults } from "./faults.ts";
export { type GitHubStandIn, type Options, startGitHub, tokens } from "./start.ts";
