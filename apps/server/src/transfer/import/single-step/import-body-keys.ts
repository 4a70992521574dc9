import type { JsonObject } from "@dragoman/domain/activity"
import type { ScreenshotInput } from "@dragoman/domain/image"
import { checkImportKeys, multipleValues } from "@dragoman/domain/import"
import { toNamespaceName } from "@dragoman/domain/key"
import { detectPlural, parsePluralMessage } from "@dragoman/formats"
import { Database, LanguageRepository } from "@dragoman/store"
import { Effect } from "effect"
import { failWith } from "../../../platform/fail.ts"
import type { ProjectAccess } from "../../../service/access/access.ts"
import { applyImport, inBatches } from "../applying/apply-import.ts"
import { type ImportReporter, joinReports, startImportReport, valueReference } from "../applying/import-report.ts"
import type { ApplyOptions, ImportAuthority, ImportKey, ImportText, TextMode } from "../applying/import-source.ts"
import { importScreenshots, type KeyScreenshots } from "./import-screenshots.ts"

/** A key in a JSON body. */
interface SeedKey {
  readonly name?: string | null | undefined
  readonly namespace?: string | null | undefined
  readonly description?: string | null | undefined
  readonly tags?: ReadonlyArray<string>
  readonly texts: ReadonlyArray<SeedText>
  readonly screenshots?: ReadonlyArray<ScreenshotInput> | null | undefined
}

interface SeedText {
  readonly tag: string
  readonly text: string | null
  readonly mode: TextMode
}

/**
 * A text in a language that the project does not have: it is left out, it is an error that the language is unpaired, or an
 * error that the language is not found.
 */
type UnknownLanguage = "leaveOut" | "unpaired" | "notFound"

/**
 * A key that comes again: it is left out, or its texts in further languages are added to the first one.
 */
type RepeatedKey = "leaveOut" | "merge"

/** Imports the keys of a JSON body, and reports what was left out; runs in the import thread. */
export const importBodyKeys = Effect.fn("importBodyKeys")(function* (
  access: ProjectAccess,
  branchId: number | null,
  keys: ReadonlyArray<SeedKey>,
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
  const importKeys = onceEach(keys, repeatedKey, reporter).map((key) =>
    toImportKey(key, idByTag, unknownLanguage, reporter)
  )
  const result = yield* importKeysAtOnce({
    authority: access,
    branchId,
    options: { ...plainOptions, ...options },
    keys: importKeys,
    screenshots: toScreenshots(keys),
    revisionParams: reporter.revisionParams()
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
  key: SeedKey,
  idByTag: ReadonlyMap<string, number>,
  unknownLanguage: UnknownLanguage,
  reporter: ImportReporter
): ImportKey => ({
  namespace: toNamespaceName(key.namespace),
  name: key.name ?? "",
  description: key.description || null,
  customValues: [],
  formatData: [],
  codeReferences: [],
  pluralArgumentName: null,
  tags: key.tags ?? [],
  texts: key.texts.flatMap(({ tag, text, mode }): ReadonlyArray<ImportText> => {
    const languageId = idByTag.get(tag) ?? null
    if (text === null) return []
    if (languageId !== null || unknownLanguage !== "leaveOut") return [{ languageId, text, isPlural: false, mode }]
    reporter.addWarning(null, {
      keyName: key.name ?? "",
      keyNamespace: toNamespaceName(key.namespace),
      languageName: tag,
      sentence: "The project does not have this language; the text was left out."
    })
    return []
  })
})

/** Identity of the key: a blank namespace is the default one. */
const nameOf = ({ namespace, name }: SeedKey): string => JSON.stringify([toNamespaceName(namespace), name ?? ""])

const onceEach = (
  keys: ReadonlyArray<SeedKey>,
  repeatedKey: RepeatedKey,
  reporter: ImportReporter
): ReadonlyArray<SeedKey> => {
  const byName = new Map<string, { readonly key: SeedKey; readonly textByTag: Map<string, SeedText> }>()
  for (const key of keys) {
    const name = nameOf(key)
    const first = byName.get(name)
    if (first === undefined) {
      byName.set(name, { key, textByTag: new Map(key.texts.map((text) => [text.tag, text])) })
    } else if (repeatedKey === "merge") {
      addTexts(first.textByTag, key, reporter)
    } else {
      const sentence = "The key comes again in the request; only the first one counts."
      reporter.addWarning(null, { keyName: key.name ?? "", keyNamespace: toNamespaceName(key.namespace), sentence })
    }
  }
  return [...byName.values()].map(({ key, textByTag }) => ({ ...key, texts: [...textByTag.values()] }))
}

/** The first text of each language counts. A different one after it is an issue, as in a file. */
const addTexts = (textByTag: Map<string, SeedText>, { name, texts }: SeedKey, reporter: ImportReporter): void => {
  for (const text of texts) {
    const first = textByTag.get(text.tag)
    if (first === undefined) textByTag.set(text.tag, text)
    else if (first.text !== text.text) {
      const sentence = "The key has several texts in one language; the first one was kept."
      reporter.addIssue(null, { ...multipleValues(valueReference(name ?? "", text.tag), null), sentence })
    }
  }
}

/** The screenshots of all keys with the same name, each image once. */
const toScreenshots = (keys: ReadonlyArray<SeedKey>): ReadonlyArray<KeyScreenshots> =>
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

interface ImportOfKeys {
  readonly authority: ImportAuthority
  /** null: the default branch. */
  readonly branchId: number | null
  readonly options: ApplyOptions
  readonly keys: ReadonlyArray<ImportKey>
  readonly screenshots: ReadonlyArray<KeyScreenshots>
  /** Absent: none. */
  readonly revisionParams?: JsonObject | null
}

/** Imports the keys in one transaction. */
export const importKeysAtOnce = Effect.fn("importKeysAtOnce")(function* ({
  authority,
  branchId,
  options,
  keys,
  screenshots,
  revisionParams = null
}: ImportOfKeys) {
  const database = yield* Database
  // A source serves one pass, and a transaction may run again.
  const apply = Effect.suspend(() =>
    applyImport(authority, options, inBatches(keys, { namespaces: [], mentionedKeys: [] }, detectPluralTexts), {
      branchId,
      revisionParams,
      finish: (revision, project) => importScreenshots(project, authority, screenshots, revision)
    })
  )
  return yield* database.transaction(apply)
})

/** In a JSON body a text is a plural if it has the syntax of one. */
const detectPluralTexts = (key: ImportKey): ImportKey => {
  if (!key.texts.some(({ text }) => text.includes("plural"))) return key
  const plural = detectPlural(new Map(key.texts.map(({ text }, index) => [index, text])))
  if (plural === null) return key
  return {
    ...key,
    pluralArgumentName: plural.argumentName,
    texts: key.texts.map((text) => ({ ...text, isPlural: parsePluralMessage(text.text) !== null }))
  }
}
