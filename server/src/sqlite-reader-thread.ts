import { runReaderThread } from "./dispatch/sqlite/run-reader-thread.ts";
import { searchPage } from "./modules/search/search-page.ts";

// Entry point of SQLite's reader threads, which load only their own modules.
runReaderThread([searchPage]);
