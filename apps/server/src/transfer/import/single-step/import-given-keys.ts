import type { ScreenshotInput } from "@dragoman/domain/image"
import { checkImportKeys, multipleValues } from "@dragoman/domain/import"
import { toNamespaceName } from "@dragoman/domain/key"
import { LanguageRepository } from "@dragoman/store"
import { Effect } from "effect"
import type { ProjectAccess } from "../../../platform/access/access.ts"
import { failWith } from "../../../platform/fail.ts"
import { authorityOf } from "../applying/authority-of.ts"
import { type ImportReporter, joinReports, startImportReport, valueReference } from "../applying/import-report.ts"
import type { ApplyOptions, ImportKey, ImportText, TextMode } from "../applying/import-source.ts"
import { importKeysAtOnce } from "./import-keys-at-once.ts"
import type { KeyScreenshots } from "./import-screenshots.ts"

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

/**
 * What becomes of a key that comes again: it is left out, or its texts are added to those of the first, of which each
 * language has one.
 */
export type RepeatedKey = "leaveOut" | "merge"

/** Imports the keys of a body; called in the import thread. What is left out of them is reported. */
export const importGivenKeys = Effect.fn("importGivenKeys")(function* (
  access: ProjectAccess,
  keys: ReadonlyArray<GivenKey>,
  { unknownLanguage, repeatedKey }: { readonly unknownLanguage: UnknownLanguage; readonly repeatedKey: RepeatedKey },
  options: Partial<ApplyOptions>
) {
  const error = checkImportKeys(
    keys.map(({ texts, screenshots: _, ...key }) => ({ ...key, texts: texts.map(({ text }) => text) }))
  )
  if (error !== null) return yield* Effect.fail(error)
  const languages = yield* LanguageRepository
  const idByTag = new Map((yield* languages.listOfProject(access.projectId)).map(({ id, tag }) => [tag, id]))
  if (unknownLanguage === "notFound" && keys.some(({ texts }) => texts.some(({ tag }) => !idByTag.has(tag)))) {
    return yield* failWith("language_not_found")
  }
  const reporter = startImportReport()
  const result = yield* importKeysAtOnce({
    authority: authorityOf(access),
    options: { ...plainOptions, ...options },
    keys: onceEach(keys, repeatedKey, reporter).map((key) => toImportKey(key, idByTag, unknownLanguage, reporter)),
    screenshots: toScreenshots(keys)
  })
  return { ...result, report: joinReports(reporter.report(), result.report) }
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
  unknownLanguage: UnknownLanguage,
  reporter: ImportReporter
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
    if (text === null) return []
    if (languageId !== null || unknownLanguage !== "leaveOut") return [{ languageId, text, isPlural: false, mode }]
    reporter.addNotice(null, {
      keyName: key.name ?? "",
      keyNamespace: toNamespaceName(key.namespace),
      languageName: tag,
      sentence: "The project does not have this language; the text was left out."
    })
    return []
  })
})

/** As it is compared: a blank namespace is the default one. */
const nameOf = ({ namespace, name }: GivenKey): string => JSON.stringify([toNamespaceName(namespace), name ?? ""])

const onceEach = (
  keys: ReadonlyArray<GivenKey>,
  repeatedKey: RepeatedKey,
  reporter: ImportReporter
): ReadonlyArray<GivenKey> => {
  const byName = new Map<string, { readonly key: GivenKey; readonly textByTag: Map<string, GivenText> }>()
  for (const key of keys) {
    const name = nameOf(key)
    const first = byName.get(name)
    if (first === undefined) {
      byName.set(name, { key, textByTag: new Map(key.texts.map((text) => [text.tag, text])) })
    } else if (repeatedKey === "merge") {
      addTexts(first.textByTag, key, reporter)
    } else {
      const sentence = "The key comes again in the request; only the first one counts."
      reporter.addNotice(null, { keyName: key.name ?? "", keyNamespace: toNamespaceName(key.namespace), sentence })
    }
  }
  return [...byName.values()].map(({ key, textByTag }) => ({ ...key, texts: [...textByTag.values()] }))
}

/** The first text of each language counts. Another one after it is an issue, as in a file. */
const addTexts = (textByTag: Map<string, GivenText>, { name, texts }: GivenKey, reporter: ImportReporter): void => {
  for (const text of texts) {
    const first = textByTag.get(text.tag)
    if (first === undefined) textByTag.set(text.tag, text)
    else if (first.text !== text.text) {
      const sentence = "The key has several texts in one language; the first one was kept."
      reporter.addIssue(null, { ...multipleValues(valueReference(name ?? "", text.tag), null), sentence })
    }
  }
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
