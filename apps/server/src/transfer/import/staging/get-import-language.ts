import { ImportRepository } from "@dragoman/store"
import { Effect, Option } from "effect"
import type { ProjectAccess } from "../../../platform/access/access.ts"
import { failWith } from "../../../platform/fail.ts"
import { ownerOf } from "./find-live-import.ts"

/** One language of the caller's import. */
export const getImportLanguage = Effect.fn("getImportLanguage")(function* (
  access: ProjectAccess<"translations.view">,
  languageId: number
) {
  const imports = yield* ImportRepository
  const found = yield* imports.findLanguage(ownerOf(access), languageId)
  return Option.isSome(found) ? found.value : yield* failWith("resource_not_found")
})
