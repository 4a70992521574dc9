import { join } from "node:path"
import { buildDispatcher } from "@dragoman/release/build-dispatcher"
import { bundleServer } from "@dragoman/release/bundle-server"

/** Where `before-all-files.ts` says which bundle all test files share. */
export const sharedBundleVariable = "TEST_SERVER_BUNDLE"

/** The same for the dispatcher. */
export const sharedDispatcherVariable = "TEST_DISPATCHER_BUNDLE"

/** `main.js` of the server as it is released: the bundle that all test files share when there is one, else one in the folder. */
export const serverBundle = async (folder: string): Promise<string> =>
  process.env[sharedBundleVariable] ?? (await bundleServer(folder))

/** `main.mjs` of the webhook dispatcher, in the same way. */
export const dispatcherBundle = async (folder: string): Promise<string> =>
  process.env[sharedDispatcherVariable] ?? join(await buildDispatcher(folder), "dist", "main.mjs")
