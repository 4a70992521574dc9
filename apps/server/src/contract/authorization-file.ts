import { fileURLToPath } from "node:url"

/** Where the table of authorizations stands in the repository. */
export const authorizationFile = fileURLToPath(new URL("../../../../docs/authorization.md", import.meta.url))
