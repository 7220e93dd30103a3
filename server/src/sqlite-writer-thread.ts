import { createDispatcher } from "./dispatch/dispatcher.ts";
import { runWriterThread } from "./dispatch/sqlite/run-writer-thread.ts";
import { giveBackMemory } from "./give-back-memory.ts";
import { registry } from "./modules/index.ts";

// Entry point of SQLite's writer thread.
const { isIdle } = runWriterThread(createDispatcher(registry));
giveBackMemory(isIdle);
