import type { KeyRow, TranslationRow } from "@dragoman/store"
import type { ContentProject } from "../../../change/change-project.ts"
import type { DecidedBatch, DecidedKey, LeftReason, LeftText } from "./decide-batch.ts"
import type { ImportKey, KeyName } from "./import-source.ts"

/** The effect on a key or a text. `LEAVE`: the project keeps its own, which differs; `SAME`: it does not differ. */
export type PlannedAction = "CREATE" | "CHANGE" | "REMOVE" | "LEAVE" | "SAME"

/** One text of a planned key. Texts that are the same in the project are not listed. */
interface PlannedText {
  /** Tag; null: the language of the file is paired with none of the project. */
  readonly language: string | null
  readonly action: Exclude<PlannedAction, "SAME">
  /** null, here and below: none. */
  readonly before: string | null
  /** The imported text; with `LEAVE` it is not written. */
  readonly after: string | null
  /** The reason of `LEAVE`. */
  readonly reason: LeftReason | null
}

/** The effect of an import on one key. */
export interface PlannedKey extends KeyName {
  readonly action: PlannedAction
  /** `NOT_IN_PROJECT`: the import creates no keys, so this one is left out. */
  readonly reason: "NOT_IN_PROJECT" | null
  readonly texts: ReadonlyArray<PlannedText>
  /** null: it stays. */
  readonly description: { readonly before: string | null; readonly after: string | null } | null
  /** Or what files say about the texts. */
  readonly changesCustomValues: boolean
  /** The key becomes a plural, with the texts that the import does not have. */
  readonly becomesPlural: boolean
  /** The base text changes, which marks the texts outdated that the import does not have. */
  readonly marksOutdated: boolean
}

/** The keys of a decided batch in their order, as a plan lists them. */
export const planBatch = (
  { languages }: ContentProject,
  keys: ReadonlyArray<ImportKey>,
  batch: DecidedBatch
): ReadonlyArray<PlannedKey> => {
  const tags = new Map(languages.map(({ id, tag }) => [id, tag]))
  const decidedByKey = new Map(batch.keys.map((decided) => [decided.imported, decided]))
  const leftByKey = Map.groupBy(batch.leftTexts, ({ key }) => key)
  const skipped = new Set(batch.skippedKeys.map(nameOf))
  return keys.map((key): PlannedKey => {
    const left = (leftByKey.get(key) ?? []).map((text) => leftText(tags, text))
    const decided = decidedByKey.get(key)
    if (decided !== undefined) return plannedKey(tags, key, decided, left)
    if (skipped.has(nameOf(key))) return { ...unchanged(key), action: "LEAVE", reason: "NOT_IN_PROJECT" }
    return { ...unchanged(key), action: left.length > 0 ? "LEAVE" : "SAME", texts: left }
  })
}

/** Keys that the import removes, with all their texts. */
export const planRemoval = (
  { languages }: ContentProject,
  rows: ReadonlyArray<KeyRow>,
  translations: ReadonlyArray<TranslationRow>
): ReadonlyArray<PlannedKey> => {
  const rowsByKeyId = Map.groupBy(translations, ({ keyId }) => keyId)
  return rows.map((row): PlannedKey => {
    const textOf = new Map((rowsByKeyId.get(row.id) ?? []).map(({ languageId, text }) => [languageId, text]))
    return {
      ...unchanged(row),
      action: "REMOVE",
      texts: languages.flatMap(({ id, tag }): ReadonlyArray<PlannedText> => {
        const before = textOf.get(id) ?? null
        return before === null ? [] : [{ language: tag, action: "REMOVE", before, after: null, reason: null }]
      })
    }
  })
}

const unchanged = ({ namespace, name }: KeyName): PlannedKey => ({
  namespace,
  name,
  action: "SAME",
  reason: null,
  texts: [],
  description: null,
  changesCustomValues: false,
  becomesPlural: false,
  marksOutdated: false
})

const plannedKey = (
  tags: ReadonlyMap<number, string>,
  key: ImportKey,
  { existing, writes, formatData, changes, description, customValues, touchesOthers }: DecidedKey,
  left: ReadonlyArray<PlannedText>
): PlannedKey => {
  const before = existing?.description ?? null
  const isChanged = writes.length > 0 || formatData.length > 0 || changes.meta || changes.plural
  return {
    ...unchanged(key),
    action: existing === null ? "CREATE" : isChanged ? "CHANGE" : left.length > 0 ? "LEAVE" : "SAME",
    texts: [
      ...writes.map(({ languageId, before: row, after }): PlannedText => {
        const texts = { before: row?.text ?? null, after: after.text }
        return { language: tags.get(languageId) ?? null, action: actionOf(texts), ...texts, reason: null }
      }),
      ...left
    ],
    description: description === before ? null : { before, after: description },
    changesCustomValues:
      formatData.length > 0 || JSON.stringify(customValues) !== JSON.stringify(existing?.customValues ?? null),
    becomesPlural: touchesOthers?.becomesPlural ?? false,
    marksOutdated: touchesOthers?.replacesBase ?? false
  }
}

const leftText = (
  tags: ReadonlyMap<number, string>,
  { languageId, existing, imported, reason }: LeftText
): PlannedText => ({
  language: languageId === null ? null : (tags.get(languageId) ?? null),
  action: "LEAVE",
  before: existing,
  after: imported,
  reason
})

const actionOf = ({ before, after }: Pick<PlannedText, "before" | "after">): PlannedText["action"] =>
  after === null ? "REMOVE" : before === null ? "CREATE" : "CHANGE"

const nameOf = ({ namespace, name }: KeyName): string => `${namespace ?? ""}\0${name}`

/** How many keys or texts of a plan have each action. */
export interface PlannedCounts {
  readonly created: number
  readonly changed: number
  readonly removed: number
  readonly left: number
  readonly same: number
}

interface CountsInProgress {
  created: number
  changed: number
  removed: number
  left: number
  same: number
}

/** Counts of the texts in one language of one namespace. `language` null: paired with none. */
export interface PlannedTextCounts extends PlannedCounts {
  readonly language: string | null
  readonly namespace: string | null
}

export interface PlanCounter {
  /** `imported`: the keys of the files, in the same order; of keys that are removed none. */
  readonly add: (planned: ReadonlyArray<PlannedKey>, imported: ReadonlyArray<ImportKey> | null) => void
  readonly keyCounts: () => PlannedCounts
  /** By namespace, then language; the default namespace and unpaired languages first. */
  readonly textCounts: () => ReadonlyArray<PlannedTextCounts>
}

export const countOfAction = {
  CREATE: "created",
  CHANGE: "changed",
  REMOVE: "removed",
  LEAVE: "left",
  SAME: "same"
} as const satisfies Record<PlannedAction, keyof PlannedCounts>

/** Counts a plan while it is made. */
export const countPlan = ({ languages }: ContentProject): PlanCounter => {
  const tags = new Map<number | null, string>(languages.map(({ id, tag }) => [id, tag]))
  const keyCounts = noCounts()
  const byPlace = new Map<string, PlannedTextCounts & CountsInProgress>()
  const countsAt = (namespace: string | null, language: string | null) => {
    const place = `${namespace ?? ""}\0${language ?? ""}`
    const known = byPlace.get(place) ?? { language, namespace, ...noCounts() }
    byPlace.set(place, known)
    return known
  }
  return {
    add: (planned, imported) => {
      for (const [index, key] of planned.entries()) {
        keyCounts[countOfAction[key.action]]++
        const listed = new Set<string | null>()
        for (const { language, action } of key.texts) {
          countsAt(key.namespace, language)[countOfAction[action]]++
          listed.add(language)
        }
        const rest = key.reason === null ? "same" : "left"
        for (const { languageId } of imported?.[index]?.texts ?? []) {
          const language = tags.get(languageId) ?? null
          if (!listed.has(language)) countsAt(key.namespace, language)[rest]++
        }
      }
    },
    keyCounts: () => keyCounts,
    textCounts: () => [...byPlace].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, counts]) => counts)
  }
}

const noCounts = (): CountsInProgress => ({ created: 0, changed: 0, removed: 0, left: 0, same: 0 })
