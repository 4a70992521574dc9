import type { ImportKeysResolvableBody } from "@dragoman/api"
import { KeyRepository } from "@dragoman/store"
import { Effect } from "effect"
import type { ProjectAccess } from "../access/grant.ts"
import { refuseScreenshots } from "../key/refuse-screenshots.ts"
import { refuseBranch } from "../project/refuse-branch.ts"
import { importGivenKeys } from "./import-given-keys.ts"

/**
 * Imports keys with an expectation per text; one that is not met refuses all. The keys as they are now, in the order of
 * their ids. Source: reference "import-and-formats" 2.12.
 */
export const importKeysResolvable = Effect.fn("importKeysResolvable")(function* (
  access: ProjectAccess,
  { keys }: ImportKeysResolvableBody
) {
  for (const { branch } of keys) yield* refuseBranch(branch)
  yield* refuseScreenshots(access, {
    screenshots: keys.flatMap(({ screenshots }) => screenshots ?? []),
    imageIds: null
  })
  const { keyIds } = yield* importGivenKeys(
    access,
    keys.map(({ name, namespace, translations }) => ({
      name,
      namespace,
      texts: Object.entries(translations ?? {}).map(([tag, { text, resolution }]) => ({
        tag,
        text,
        mode: { kind: "resolution", resolution: resolution ?? "NEW" }
      }))
    })),
    "notFound",
    {}
  )
  const repository = yield* KeyRepository
  return yield* repository.find(access.projectId, keyIds)
})
