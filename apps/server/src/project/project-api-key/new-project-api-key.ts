import { randomBytes } from "node:crypto"
import {
  defaultProjectApiKeyDescription,
  encodeProjectApiKey,
  generateProjectApiKey,
  projectApiKeyRandomBytes
} from "@dragoman/domain/credential"
import { Effect } from "effect"
import { digestOfKey } from "../../platform/access/authenticate.ts"

/** `key`: for its owner, once. `keyHash`: for the database. */
export const newProjectApiKey = (projectId: number) =>
  Effect.sync(() => {
    const inner = generateProjectApiKey(randomBytes(projectApiKeyRandomBytes))
    return {
      key: encodeProjectApiKey(projectId, inner),
      keyHash: digestOfKey(inner),
      defaultDescription: defaultProjectApiKeyDescription(inner)
    }
  })
