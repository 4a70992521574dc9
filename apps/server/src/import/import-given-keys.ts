import type { ScreenshotInput } from "@dragoman/domain/image"
import { checkImportKeys } from "@dragoman/domain/import"
import { toNamespaceName } from "@dragoman/domain/key"
import { LanguageRepository } from "@dragoman/store"
import { Effect } from "effect"
import type { ProjectAccess } from "../access/grant.ts"
import { refused, refusedWith } from "../http/refused.ts"
import { authorityOf } from "./authority-of.ts"
import { importKeysAtOnce } from "./import-keys-at-once.ts"
import type { KeyScreenshots } from "./import-messages.ts"
import type { ApplyOptions, ImportKey, ImportText, TextMode } from "./import-source.ts"

/** A key as a body has it. */
export interface GivenKey {
  readonly name?: string | null | undefined
  readonly namespace?: string | null | undefined
  readonly description?: string | null | undefined
  readonly tags?: ReadonlyArray<string>
  readonly texts: ReadonlyArray<GivenText>
  readonly screenshots?: ReadonlyArray<ScreenshotInput> | null | undefined
}

export interface GivenText {
  readonly tag: string
  readonly text: string | null
  readonly mode: TextMode
}

/**
 * What becomes of a text in a language that the project does not have: it is left out, it waits for a language, or there
 * is no such thing.
 */
export type UnknownLanguage = "leaveOut" | "unpaired" | "notFound"

/** Imports the keys of a body; called in the import thread. Of several keys with one name the first one counts. */
export const importGivenKeys = Effect.fn("importGivenKeys")(function* (
  access: ProjectAccess,
  keys: ReadonlyArray<GivenKey>,
  unknownLanguage: UnknownLanguage,
  options: Partial<ApplyOptions>
) {
  const refusal = checkImportKeys(
    keys.map(({ texts, screenshots: _, ...key }) => ({ ...key, texts: texts.map(({ text }) => text) }))
  )
  if (refusal !== null) return yield* refused(refusal)
  const languages = yield* LanguageRepository
  const idByTag = new Map((yield* languages.listOfProject(access.projectId)).map(({ id, tag }) => [tag, id]))
  if (unknownLanguage === "notFound" && keys.some(({ texts }) => texts.some(({ tag }) => !idByTag.has(tag)))) {
    return yield* refusedWith(404, "language_not_found")
  }
  const result = yield* importKeysAtOnce({
    authority: authorityOf(access),
    options: { ...plainOptions, ...options },
    keys: firstOfEachName(keys).map((key) => toImportKey(key, idByTag, unknownLanguage)),
    screenshots: toScreenshots(keys)
  })
  return result.kind === "refused" ? yield* refused(result.refusal) : result
})

const plainOptions: ApplyOptions = {
  forceMode: "OVERRIDE",
  overrideMode: "RECOMMENDED",
  errorOnUnresolvedConflict: false,
  overrideKeyDescriptions: false,
  importEmptyValues: false,
  createNewKeys: true,
  skipExistingKeys: false,
  tagNewKeys: [],
  removeOtherKeys: false
}

const toImportKey = (
  key: GivenKey,
  idByTag: ReadonlyMap<string, number>,
  unknownLanguage: UnknownLanguage
): ImportKey => ({
  namespace: toNamespaceName(key.namespace),
  name: key.name ?? "",
  description: key.description || null,
  customValues: null,
  codeReferences: [],
  pluralArgumentName: null,
  tags: key.tags ?? [],
  texts: key.texts.flatMap(({ tag, text, mode }): ReadonlyArray<ImportText> => {
    const languageId = idByTag.get(tag) ?? null
    const isLeftOut = text === null || (languageId === null && unknownLanguage === "leaveOut")
    return isLeftOut ? [] : [{ languageId, text, isPlural: false, mode }]
  })
})

/** As it is compared: a blank namespace is the default one. */
const nameOf = ({ namespace, name }: GivenKey): string => JSON.stringify([toNamespaceName(namespace), name ?? ""])

const firstOfEachName = (keys: ReadonlyArray<GivenKey>): ReadonlyArray<GivenKey> => {
  const byName = new Map<string, GivenKey>()
  for (const key of keys) {
    const name = nameOf(key)
    if (!byName.has(name)) byName.set(name, key)
  }
  return [...byName.values()]
}

/** Those of all keys with one name are one list, in which each image is once. */
const toScreenshots = (keys: ReadonlyArray<GivenKey>): ReadonlyArray<KeyScreenshots> =>
  [...Map.groupBy(keys, nameOf).values()].flatMap((same) => {
    const inputs = same.flatMap(({ screenshots }) => screenshots ?? [])
    const byImage = new Map(inputs.map((input) => [input.uploadedImageId, input]))
    return same[0] === undefined || inputs.length === 0
      ? []
      : [
          {
            namespace: toNamespaceName(same[0].namespace),
            name: same[0].name ?? "",
            screenshots: [...byImage.values()]
          }
        ]
  })
