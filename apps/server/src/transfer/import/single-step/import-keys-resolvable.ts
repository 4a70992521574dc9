import type { ImportKeysResolvableBody } from "@dragoman/api"
import { KeyRepository, ScreenshotRepository } from "@dragoman/store"
import { Effect } from "effect"
import { uploadedScreenshots } from "../../../content/screenshot/screenshots.ts"
import { refuseBranch } from "../../../platform/absent-feature/refuse-branch.ts"
import type { ProjectAccess } from "../../../platform/access/access.ts"
import { importGivenKeys } from "./import-given-keys.ts"

/**
 * Imports keys with an expectation per text; one that is not met refuses all. The keys as they are now, in the order of
 * their ids, and the screenshots that the uploaded images have become.
 */
export const importKeysResolvable = Effect.fn("importKeysResolvable")(function* (
  access: ProjectAccess,
  { keys, importEmptyValues }: ImportKeysResolvableBody
) {
  for (const { branch } of keys) yield* refuseBranch(branch)
  yield* uploadedScreenshots(access, {
    screenshots: keys.flatMap(({ screenshots }) => screenshots ?? []),
    imageIds: null
  })
  const { keyIds, report } = yield* importGivenKeys(
    access,
    keys.map(({ name, namespace, translations, screenshots }) => ({
      name,
      namespace,
      screenshots,
      texts: Object.entries(translations ?? {}).map(([tag, { text, resolution }]) => ({
        tag,
        text,
        mode: { kind: "resolution", resolution: resolution ?? "NEW" }
      }))
    })),
    { unknownLanguage: "notFound", repeatedKey: "merge" },
    { importEmptyValues: importEmptyValues ?? false }
  )
  const repository = yield* KeyRepository
  const screenshots = yield* ScreenshotRepository
  const attached = new Set(keys.flatMap((key) => (key.screenshots ?? []).map((input) => input.uploadedImageId)))
  return {
    report,
    keys: yield* repository.find(access.projectId, keyIds),
    // An uploaded image keeps its id.
    screenshots: attached.size === 0 ? [] : (yield* screenshots.listOfKeys(keyIds)).filter(({ id }) => attached.has(id))
  }
})
