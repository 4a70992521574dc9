import { bundleServer } from "@dragoman/release/bundle-server"

/** Where `before-all-files.ts` says which bundle all test files share. */
export const sharedBundleVariable = "TEST_SERVER_BUNDLE"

/** `main.js` of the server as it is released: the bundle that all test files share when there is one, else one in the folder. */
export const serverBundle = async (folder: string): Promise<string> =>
  process.env[sharedBundleVariable] ?? (await bundleServer(folder))
