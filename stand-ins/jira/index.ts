export { faults, type JiraFault } from "./faults.ts";
export { type Field, germanTypes, issueTypes, project } from "./projects/project.ts";
export { blocks, planner, relates, type Status } from "./site.ts";
export { basic, type JiraStandIn, type Options, startJira } from "./start.ts";
