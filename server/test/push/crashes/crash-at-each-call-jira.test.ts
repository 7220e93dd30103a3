import { crashAtEachCall } from "./crash-at-each-call.ts";

crashAtEachCall("jira");
