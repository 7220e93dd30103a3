import { hash } from "node:crypto";

/** Returns the key by which the devices at a push service's address are found. */
export const hashOfEndpoint = (endpoint: string): string => hash("sha256", endpoint);
