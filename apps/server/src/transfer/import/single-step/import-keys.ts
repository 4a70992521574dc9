import type { ImportKeysBody } from "@dragoman/api"
import { validateTagNames } from "@dragoman/domain/tag"
import { Effect } from "effect"
import type { ProjectAccess } from "../../../platform/access/access.ts"
import { orFail } from "../../../platform/fail.ts"
import { importGivenKeys } from "./import-given-keys.ts"

/**
 * Creates the keys that the project does not have; the others are not touched. Texts in languages that the project does
 * not have are left out.
 */
export const importKeys = Effect.fn("importKeys")(function* (
  access: ProjectAccess<"keys.create" | "translations.edit">,
  { keys }: ImportKeysBody
) {
  yield* orFail(validateTagNames([...new Set(keys.flatMap(({ tags }) => tags ?? []))]))
  return yield* importGivenKeys(
    access,
    keys.map(({ translations, tags, ...key }) => ({
      ...key,
      tags: (tags ?? []).map((tag) => tag.trim()),
      texts: Object.entries(translations ?? {}).map(([tag, text]) => ({ tag, text, mode: { kind: "force" } }))
    })),
    { unknownLanguage: "leaveOut", repeatedKey: "leaveOut" },
    { skipExistingKeys: true }
  )
})
