import { createDispatcher } from "./dispatch/dispatcher.ts";
import { runWriterThread } from "./dispatch/run-writer-thread.ts";
import { registry } from "./modules/index.ts";

// This is the entry point of SQLite's writer thread.
runWriterThread(createDispatcher(registry));
