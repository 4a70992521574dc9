import type { SingleStepImportResolvableBody } from "@dragoman/api"
import { ImportStagingRepository } from "@dragoman/store"
import { Effect, Option } from "effect"
import { uploadedScreenshots } from "../../../content/screenshot/screenshots.ts"
import { refuseBranch } from "../../../platform/absent-feature/refuse-branch.ts"
import type { ProjectAccess } from "../../../platform/access/access.ts"
import { failWith } from "../../../platform/fail.ts"
import type { TextMode } from "../applying/import-source.ts"
import { importGivenKeys } from "./import-given-keys.ts"

/**
 * Imports keys with a resolution per text; names are taken as they are.
 */
export const importResolvable = Effect.fn("importResolvable")(function* (
  access: ProjectAccess<"translations.view">,
  { keys, branch, overrideMode, errorOnUnresolvedConflict, importEmptyValues }: SingleStepImportResolvableBody
) {
  yield* refuseBranch(branch)
  yield* uploadedScreenshots(access, {
    screenshots: keys.flatMap(({ screenshots }) => screenshots ?? []),
    imageIds: null
  })
  const brings = (key: (typeof keys)[number]) =>
    Object.keys(key.translations ?? {}).length > 0 || (key.screenshots ?? []).length > 0
  if (!keys.some(brings)) {
    return yield* failWith("no_data_to_import")
  }
  const staging = yield* ImportStagingRepository
  const target = Option.getOrUndefined(yield* staging.findTarget(access.projectId))
  if (!target?.useNamespaces && keys.some(({ namespace }) => (namespace ?? "").trim() !== "")) {
    return yield* failWith("namespace_cannot_be_used_when_feature_is_disabled")
  }
  return yield* importGivenKeys(
    access,
    keys.map(({ translations, ...key }) => ({
      ...key,
      texts: Object.entries(translations ?? {}).map(([tag, { text, resolution }]) => ({
        tag,
        text,
        mode: resolution === "EXPECT_NO_CONFLICT" ? expectNoConflict : force
      }))
    })),
    { unknownLanguage: "unpaired", repeatedKey: "merge" },
    {
      overrideMode: overrideMode ?? "RECOMMENDED",
      errorOnUnresolvedConflict: errorOnUnresolvedConflict ?? false,
      importEmptyValues: importEmptyValues ?? false
    }
  )
})

const force: TextMode = { kind: "force" }
const expectNoConflict: TextMode = { kind: "expectNoConflict" }
