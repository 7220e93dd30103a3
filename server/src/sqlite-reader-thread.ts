import { runReaderThread } from "./dispatch/run-reader-thread.ts";
import { searchPage } from "./modules/search/search-page.ts";

// This is the entry point of SQLite's reader threads. It loads what they run only, and not all modules.
runReaderThread([searchPage]);
