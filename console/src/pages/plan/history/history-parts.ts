export { PlanHealth } from "./plan-health.tsx";
export { PlanHistory } from "./plan-history.tsx";
