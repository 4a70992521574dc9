import { fileURLToPath } from "node:url"

/** The generated table of authorizations. */
export const authorizationFile = fileURLToPath(new URL("../../../../docs/authorization.md", import.meta.url))
