export * from "@groundplan/contract";
export {
  type AskedWait,
  type CallOptions,
  type Client,
  type ClientOptions,
  createClient,
  type RawRequest,
} from "./client.ts";
export { ApiError, ConnectionError } from "./errors.ts";
