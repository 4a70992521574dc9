import { dirname, join } from "node:path"

/** `main.js` of the bundle that all test files share; null where a few run alone. `tooling/compat/src/testing/before-all-files.ts` makes it. */
const sharedBundle = process.env["TEST_SERVER_BUNDLE"] ?? null

/** The program, for its commands. The bundle starts in a third of the time. */
export const serverMain = sharedBundle ?? join(import.meta.dirname, "..", "main.ts")

/** Where threads of test servers come from: out of the bundle they start in a tenth of the time. null: from sources. */
export const threadFolder = sharedBundle === null ? null : dirname(sharedBundle)
