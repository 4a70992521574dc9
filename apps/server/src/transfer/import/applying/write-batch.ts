import type { DescribedEntity, EntityChange } from "@dragoman/domain/activity"
import { replaceCodeReferences } from "@dragoman/domain/import"
import {
  convertText,
  markOutdated,
  type Translation,
  type TranslationProtection,
  untranslated
} from "@dragoman/domain/translation"
import { asPluralText, defaultPluralArgument } from "@dragoman/formats"
import {
  FormatDataRepository,
  type KeyContent,
  KeyRepository,
  type KeyRow,
  TagRepository,
  TranslationRepository,
  type TranslationRow
} from "@dragoman/store"
import { Effect } from "effect"
import type { ContentProject } from "../../../change/change-project.ts"
import { followContent, type TextWriter } from "../../../change/content-follower.ts"
import { describedKeys, keyEntity, keyMetaEntity } from "../../../content/key/key-shapes.ts"
import { ensureNamespaces } from "../../../content/namespace/namespaces.ts"
import { ByPlace } from "../../../content/translation/translation-places.ts"
import { translationEntity } from "../../../content/translation/translation-shapes.ts"
import { describedLanguage } from "../../../project/language/language-shapes.ts"
import type { DecidedKey } from "./decide-batch.ts"
import type { FormatDataContent, FormatDataWrite } from "./decide-format-data.ts"
import type { ImportKey } from "./import-source.ts"

interface WrittenBatch {
  /** In the order of the keys. */
  readonly keyIds: ReadonlyArray<number>
  readonly entities: ReadonlyArray<EntityChange>
  readonly described: ReadonlyArray<DescribedEntity>
}

/** A decided key with its row after the write. */
interface WrittenKey {
  readonly decided: DecidedKey
  readonly row: KeyRow
}

interface ChangedTranslation {
  readonly keyId: number
  readonly languageId: number
  readonly before: TranslationRow | null
  readonly after: Translation
}

/**
 * Writes the decided keys with their texts, tags and code references; the number of statements does not depend on the number
 * of keys. `positions`: those of new keys that do not stand behind all others. `at`: epoch milliseconds.
 */
export const writeBatch = Effect.fn("writeBatch")(function* (
  project: ContentProject,
  keys: ReadonlyArray<DecidedKey>,
  positions: ReadonlyMap<ImportKey, number | null>,
  tagNewKeys: ReadonlyArray<string>,
  writer: TextWriter,
  at: number
) {
  const repository = yield* TranslationRepository
  const { written, namespaceEntities } = yield* writeKeys(project, keys, positions, at)
  const tagsByKeyId = yield* tagKeys(project, written, tagNewKeys)
  yield* writeCodeReferences(project.projectId, written)

  const all: Array<ChangedTranslation> = []
  for (const { decided, row } of written) {
    for (const { languageId, before, after } of decided.writes) all.push({ keyId: row.id, languageId, before, after })
  }
  for (const other of yield* changeOthers(project, written)) all.push(other)
  const dataAlone = withFormatDataAlone(written, all)
  const unsaved = dataAlone.filter(({ before }) => before === null)
  const saved = ByPlace.of(
    yield* repository.save(
      project.projectId,
      [...all, ...unsaved].map(({ keyId, languageId, before, after }) => ({
        ...after,
        id: before?.id,
        keyId,
        languageId
      }))
    )
  )
  all.push(...dataAlone)
  const idByPlace = new ByPlace<number>()
  for (const one of dataAlone) if (one.before !== null) idByPlace.set(one, one.before.id)
  const idAt = (keyId: number, languageId: number): number =>
    saved.at(keyId, languageId)?.id ?? idByPlace.at(keyId, languageId) ?? 0
  const formatData = yield* writeFormatData(project, written, idAt)
  yield* followContent(project, {
    writer,
    translations: all.map((changed) => ({ ...changed, translationId: idAt(changed.keyId, changed.languageId) })),
    keyIds: written.flatMap(({ decided, row }) => (decided.existing !== null && decided.changes.plural ? [row.id] : []))
  })

  const entities: Array<EntityChange> = [...namespaceEntities]
  for (const { decided, row } of written) {
    const { existing, changes } = decided
    const tags = tagsByKeyId.get(row.id) ?? []
    const hasMeta = tags.length > 0 || row.description !== null || row.customValues !== null
    if (existing === null || changes.plural) entities.push(keyEntity(existing, row))
    if (existing === null ? hasMeta : changes.meta) {
      // Tags of existing keys do not change.
      entities.push(keyMetaEntity(row.id, existing && { ...existing, tags: [] }, { ...row, tags }))
    }
  }
  for (const { keyId, languageId, before, after } of all) {
    const row = { id: idAt(keyId, languageId), keyId, languageId }
    entities.push(translationEntity(row, before, after, formatData.get(row)))
  }
  // Including keys with nothing but a new description or custom value.
  const mentionedKeyIds = new Set(all.map(({ keyId }) => keyId))
  for (const { decided, row } of written) if (decided.changes.meta) mentionedKeyIds.add(row.id)
  const changedLanguageIds = new Set(all.map(({ languageId }) => languageId))
  const result: WrittenBatch = {
    keyIds: written.map(({ row }) => row.id),
    entities,
    described: [
      ...describedKeys(written.map(({ row }) => row).filter(({ id }) => mentionedKeyIds.has(id))),
      ...project.languages.filter(({ id }) => changedLanguageIds.has(id)).map(describedLanguage)
    ]
  }
  return result
})

/** Translations whose format data changes and nothing else; those without a row get one without a text. */
const withFormatDataAlone = (
  written: ReadonlyArray<WrittenKey>,
  changed: ReadonlyArray<ChangedTranslation>
): ReadonlyArray<ChangedTranslation> => {
  const places = ByPlace.of(changed)
  const alone: Array<ChangedTranslation> = []
  for (const { decided, row } of written) {
    for (const { languageId, translation } of decided.formatData) {
      if (places.at(row.id, languageId) !== undefined) continue
      const one = { keyId: row.id, languageId, before: translation, after: translation ?? untranslated }
      places.set(one, one)
      alone.push(one)
    }
  }
  return alone
}

/** Writes what files say about the texts. The changes by key and language. */
const writeFormatData = Effect.fnUntraced(function* (
  { projectId }: ContentProject,
  written: ReadonlyArray<WrittenKey>,
  idAt: (keyId: number, languageId: number) => number
) {
  const repository = yield* FormatDataRepository
  const removed: Array<{ readonly translationId: number; readonly format: string }> = []
  const saved: Array<(typeof removed)[number] & FormatDataContent> = []
  const writes = new ByPlace<ReadonlyArray<FormatDataWrite>>()
  for (const { decided, row } of written) {
    for (const write of decided.formatData) {
      const { languageId, format, after } = write
      const place = { translationId: idAt(row.id, languageId), format }
      if (after === null) removed.push(place)
      else saved.push({ ...place, ...after })
      const others = writes.at(row.id, languageId) ?? []
      writes.set({ keyId: row.id, languageId }, [...others, write])
    }
  }
  yield* repository.remove(removed)
  yield* repository.save(projectId, saved)
  return writes
})

/** Creates and updates keys, and creates the namespaces of the new ones. */
const writeKeys = Effect.fnUntraced(function* (
  project: ContentProject,
  keys: ReadonlyArray<DecidedKey>,
  positions: ReadonlyMap<ImportKey, number | null>,
  at: number
) {
  const repository = yield* KeyRepository
  const created = keys.filter(({ existing }) => existing === null)
  const namespaces = yield* ensureNamespaces(
    project.projectId,
    created.map(({ imported }) => imported.namespace)
  )
  const content = (decided: DecidedKey): KeyContent => ({
    name: decided.imported.name,
    namespaceId: decided.existing ? decided.existing.namespaceId : namespaces.idOf(decided.imported.namespace),
    description: decided.description,
    customValues: decided.customValues,
    isPlural: decided.isPlural,
    pluralArgumentName: decided.pluralArgumentName,
    maxCharLimit: decided.existing?.maxCharLimit ?? null
  })
  const createdIds = yield* repository.insert(
    project,
    created.map((decided) => ({ ...content(decided), position: positions.get(decided.imported) ?? null })),
    at
  )
  const changed = keys.filter(({ changes }) => changes.plural || changes.meta)
  yield* repository.update(
    project.projectId,
    changed.map((decided) => ({ ...content(decided), id: decided.existing?.id ?? 0 }))
  )

  let createdCount = 0
  const written = keys.map((decided): WrittenKey => {
    const { existing, imported } = decided
    const id = existing?.id ?? createdIds[createdCount++] ?? 0
    const { branchId } = project
    const row = {
      ...content(decided),
      id,
      branchId,
      namespace: imported.namespace,
      createdAt: existing?.createdAt ?? at
    }
    return { decided, row }
  })
  return { written, namespaceEntities: namespaces.entities }
})

/** Tags the new keys; the tag names by key id. */
const tagKeys = Effect.fnUntraced(function* (
  { projectId }: ContentProject,
  written: ReadonlyArray<WrittenKey>,
  tagNewKeys: ReadonlyArray<string>
) {
  const repository = yield* TagRepository
  const namesByKeyId = new Map<number, ReadonlyArray<string>>()
  for (const { decided, row } of written) {
    if (decided.existing !== null) continue
    const names = new Set([...tagNewKeys, ...decided.imported.tags])
    if (names.size > 0) namesByKeyId.set(row.id, [...names].sort())
  }
  const tags = yield* repository.ensure(projectId, [...new Set([...namesByKeyId.values()].flat())])
  const idByName = new Map(tags.map(({ id, name }) => [name, id]))
  yield* repository.add(
    projectId,
    [...namesByKeyId].flatMap(([keyId, names]) => names.map((name) => ({ keyId, tagId: idByName.get(name) ?? 0 })))
  )
  return namesByKeyId
})

/** The import's references replace those of the same paths. Activity does not record them. */
const writeCodeReferences = Effect.fnUntraced(function* (projectId: number, written: ReadonlyArray<WrittenKey>) {
  const repository = yield* KeyRepository
  const referring = written.filter(({ decided }) => decided.imported.codeReferences.length > 0)
  if (referring.length === 0) return
  const existingIds = referring.flatMap(({ decided }) => decided.existing?.id ?? [])
  const existing = new Map(
    (yield* repository.listCodeReferences(projectId, existingIds)).map(({ id, codeReferences }) => [id, codeReferences])
  )
  const changed = referring.flatMap(({ decided, row }) => {
    const before = existing.get(row.id) ?? []
    const after = replaceCodeReferences(before, decided.imported.codeReferences)
    return JSON.stringify(after) === JSON.stringify(before) ? [] : [{ id: row.id, codeReferences: after }]
  })
  yield* repository.setCodeReferences(projectId, changed)
})

/** The project's other texts of keys that became plurals, and those that are outdated by a new base text. */
const changeOthers = Effect.fnUntraced(function* (project: ContentProject, written: ReadonlyArray<WrittenKey>) {
  const repository = yield* TranslationRepository
  const baseId = project.languages.find(({ base }) => base)?.id
  const touching = new Map(
    written.flatMap((key) => (key.decided.touchesOthers === null ? [] : [[key.row.id, key] as const]))
  )
  const others: Array<ChangedTranslation> = []
  if (touching.size === 0) return others
  for (const row of yield* repository.list(project.projectId, [...touching.keys()], null)) {
    const key = touching.get(row.keyId)
    if (key === undefined || key.decided.writes.some(({ languageId }) => languageId === row.languageId)) continue
    const after = changeOther(project.translationProtection, key, row, row.languageId === baseId)
    if (after !== row) others.push({ keyId: row.keyId, languageId: row.languageId, before: row, after })
  }
  return others
})

const changeOther = (
  protection: TranslationProtection,
  { decided, row: key }: WrittenKey,
  row: TranslationRow,
  isBase: boolean
): Translation => {
  const { becomesPlural = false, replacesBase = false } = decided.touchesOthers ?? {}
  const wrapped = becomesPlural
    ? convertText(row, asPluralText(row.text, key.pluralArgumentName ?? defaultPluralArgument))
    : row
  return replacesBase && !isBase ? markOutdated(wrapped, protection, false) : wrapped
}
