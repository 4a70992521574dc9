import { createHash } from "node:crypto"
import { encodeProjectApiKey } from "@dragoman/domain/credential"
import { Database, ProjectApiKeyRepository } from "@dragoman/store"
import { Clock, Effect } from "effect"
import { digestOfKey } from "../../service/access/authenticate.ts"
import type { PlantedProject } from "./plant-projects.ts"
import type { Seed } from "./seed-file.ts"

/**
 * Creates the project API keys of a seed for the administrator. A key follows from the id of its project and its description, so that
 * it is the same in every run.
 */
export const plantApiKeys = Effect.fnUntraced(function* (
  userId: number,
  seed: Seed,
  planted: ReadonlyArray<PlantedProject>
) {
  const database = yield* Database
  const repository = yield* ProjectApiKeyRepository
  const at = yield* Clock.currentTimeMillis
  return yield* database.transaction(
    Effect.forEach(planted, ({ id: projectId, name }, index) =>
      Effect.gen(function* () {
        const apiKeys: Record<string, string> = {}
        for (const [description, scopes] of Object.entries(seed.projects[index]?.apiKeys ?? {})) {
          const key = createHash("sha256").update(`${projectId} ${description}`).digest("hex")
          const keyHash = digestOfKey(key)
          yield* repository.create({ projectId, userId, description, scopes, keyHash, expiresAt: null, at })
          apiKeys[description] = encodeProjectApiKey(projectId, key)
        }
        return { id: projectId, name, apiKeys }
      })
    )
  )
})
