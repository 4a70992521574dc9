import { describeChanges, type EntityChange, type EntityReference } from "../../activity/modified-entity.ts"
import type { JsonObject } from "../../error/domain-error.ts"
import type { Random } from "../../permission/testing/random-facts.ts"
import { type KeyModification, keyIdsOf, type SharedParts } from "../base-of-key.ts"
import { type KeyVersion, noText, type TextVersion } from "../key-version.ts"
import type { KeyName } from "../match-keys.ts"

/** A key of a simulated project; deleted ones stay, as in the trash. */
export interface SimulatedKey {
  readonly id: number
  readonly isBranch: boolean
  /** The key of the target that it is a copy of; null: none. */
  originId: number | null
  isDeleted: boolean
  version: KeyVersion
}

/** A recorded change of a key on either branch. */
export interface RecordedChange {
  readonly revisionId: number
  readonly isBranch: boolean
  readonly modification: KeyModification
}

/** A project with one branch, as plain data; it records activity as the server does. */
export interface SimulatedProject {
  readonly keys: Array<SimulatedKey>
  readonly changes: Array<RecordedChange>
  readonly shared: {
    readonly namespaces: Map<number, string>
    readonly languageIds: Set<number>
    readonly labelIds: Set<number>
  }
  lastId: number
  lastRevisionId: number
}

const languageIds = [1, 2, 3] as const
const labelIds = [11, 12, 13]
const names = ["a", "b", "c", "d", "e", "f"] as const
const tags = ["t1", "t2", "t3"]
const imageIds = [21, 22, 23]

export const makeProject = (random: Random): SimulatedProject => {
  const project: SimulatedProject = {
    keys: [],
    changes: [],
    shared: {
      namespaces: new Map([
        [31, "web"],
        [32, "app"]
      ]),
      languageIds: new Set(languageIds),
      labelIds: new Set(labelIds)
    },
    lastId: 0,
    lastRevisionId: 0
  }
  for (let count = 0; count < 4; count++) createKey(project, random, false)
  return project
}

export const livingKeys = ({ keys }: SimulatedProject, isBranch: boolean): ReadonlyArray<SimulatedKey> =>
  keys.filter((key) => key.isBranch === isBranch && !key.isDeleted)

/** Copies the living keys of the default branch to the branch, which records nothing. */
export const copyToBranch = (project: SimulatedProject): void => {
  for (const { id, version } of livingKeys(project, false)) {
    project.keys.push({ id: ++project.lastId, isBranch: true, originId: id, isDeleted: false, version })
  }
}

/** Changes keys of both branches at random, or what both share. */
export const editAtRandom = (project: SimulatedProject, random: Random, editsMax: number): void => {
  // A batch job records all that it changes under its first revision.
  const jobRevisionId = ++project.lastRevisionId
  const jobKeys = new Set<number>()
  for (let count = 0; count < editsMax; count++) {
    const isBranch = random.happens(0.5)
    if (random.happens(0.1)) createKey(project, random, isBranch)
    else if (random.happens(0.05)) restoreKey(project, random, isBranch)
    else if (random.happens(0.03)) changeShared(project, random)
    else {
      const key = pickFrom(random, livingKeys(project, isBranch))
      if (key === undefined) continue
      const isJob = !jobKeys.has(key.id) && random.happens(0.1)
      if (isJob) jobKeys.add(key.id)
      editKey(project, random, key, isJob ? jobRevisionId : ++project.lastRevisionId)
    }
  }
}

/** Sets a key as a merge does, and records it. */
export const setKey = (project: SimulatedProject, key: SimulatedKey, version: KeyVersion | null): void => {
  change(project, key, ++project.lastRevisionId, { isDeleted: version === null, version: version ?? key.version })
}

export const addKey = (project: SimulatedProject, isBranch: boolean, version: KeyVersion): SimulatedKey => {
  const key: SimulatedKey = { id: ++project.lastId, isBranch, originId: null, isDeleted: false, version }
  record(project, isBranch, ++project.lastRevisionId, changesOf(project, key.id, null, { isDeleted: false, version }))
  project.keys.push(key)
  return key
}

export const isNameFree = (project: SimulatedProject, isBranch: boolean, { namespace, name }: KeyName): boolean =>
  !livingKeys(project, isBranch).some(({ version }) => version.name === name && version.namespace === namespace)

const createKey = (project: SimulatedProject, random: Random, isBranch: boolean): void => {
  const version: KeyVersion = {
    name: random.pick(names),
    namespace: randomNamespace(project, random),
    isPlural: false,
    pluralArgumentName: null,
    maxCharLimit: null,
    description: random.pick([null, "x", "y"]),
    customValues: null,
    tags: random.some(tags, 2).toSorted(),
    screenshotIds: [],
    texts: Object.fromEntries(random.some(languageIds, 3).map((id) => [id, randomText(random)]))
  }
  if (isNameFree(project, isBranch, version)) addKey(project, isBranch, version)
}

const restoreKey = (project: SimulatedProject, random: Random, isBranch: boolean): void => {
  const key = pickFrom(
    random,
    project.keys.filter((one) => one.isBranch === isBranch && one.isDeleted)
  )
  if (key !== undefined && isNameFree(project, isBranch, key.version)) setKey(project, key, key.version)
}

/** Renames a namespace, or deletes a label; on both branches, without activity of their keys. */
const changeShared = ({ keys, shared }: SimulatedProject, random: Random): void => {
  if (random.happens(0.5)) {
    const [id, before] = pickFrom(random, [...shared.namespaces]) ?? [0, ""]
    const after = `${before}x`
    shared.namespaces.set(id, after)
    for (const key of keys) {
      if (key.version.namespace === before) key.version = { ...key.version, namespace: after }
    }
    return
  }
  const labelId = pickFrom(random, [...shared.labelIds])
  if (labelId === undefined) return
  shared.labelIds.delete(labelId)
  for (const key of keys) key.version = withoutLabel(key.version, labelId)
}

export const withoutLabel = (version: KeyVersion, labelId: number): KeyVersion => ({
  ...version,
  texts: Object.fromEntries(
    Object.entries(version.texts).map(([languageId, text]) => [
      languageId,
      { ...text, labelIds: text.labelIds.filter((id) => id !== labelId) }
    ])
  )
})

const editKey = (project: SimulatedProject, random: Random, key: SimulatedKey, revisionId: number): void => {
  if (random.happens(0.08)) change(project, key, revisionId, { isDeleted: true })
  else change(project, key, revisionId, { version: { ...key.version, ...randomEdit(project, random, key) } })
}

const edits = [
  "place",
  "limit",
  "description",
  "custom",
  "tags",
  "plural",
  "text",
  "text",
  "state",
  "labels",
  "images"
] as const

const randomEdit = (
  project: SimulatedProject,
  random: Random,
  { isBranch, version }: SimulatedKey
): Partial<KeyVersion> => {
  const languageId = random.pick(languageIds)
  const text = version.texts[languageId] ?? noText
  const inLanguage = (part: Partial<TextVersion>) => ({
    texts: { ...version.texts, [languageId]: { ...text, ...part } }
  })
  switch (random.pick(edits)) {
    case "place": {
      const place = { name: random.pick(names), namespace: randomNamespace(project, random) }
      return isNameFree(project, isBranch, place) ? place : {}
    }
    case "limit":
      return { maxCharLimit: random.pick([null, 10, 20]) }
    case "description":
      return { description: random.pick([null, "x", "y", "z"]) }
    case "custom":
      return { customValues: random.pick([null, { a: 1 }, { a: 1, b: [2] }]) }
    case "tags":
      return { tags: random.some(tags, 3).toSorted() }
    case "plural":
      return random.pick([
        { isPlural: true, pluralArgumentName: "n" },
        { isPlural: false, pluralArgumentName: null }
      ])
    case "text":
      return inLanguage(randomText(random))
    case "state":
      return inLanguage({ state: text.text === null ? random.pick(["DISABLED", "UNTRANSLATED"]) : "REVIEWED" })
    case "labels":
      return inLanguage({ labelIds: random.some([...project.shared.labelIds], 2).toSorted() })
    case "images":
      return { screenshotIds: random.some(imageIds, 2).toSorted() }
  }
}

const randomNamespace = ({ shared }: SimulatedProject, random: Random): string | null =>
  pickFrom(random, [null, ...shared.namespaces.values()]) ?? null

const randomText = (random: Random): TextVersion => {
  const text = random.pick([null, "one", "two", "three"])
  return { text, state: text === null ? "UNTRANSLATED" : "TRANSLATED", labelIds: [] }
}

const pickFrom = <Item>(random: Random, items: ReadonlyArray<Item>): Item | undefined => {
  const [first, ...others] = items
  return first === undefined ? undefined : random.pick([first, ...others])
}

type KeyContent = Pick<SimulatedKey, "isDeleted" | "version">

const change = (project: SimulatedProject, key: SimulatedKey, revisionId: number, part: Partial<KeyContent>): void => {
  const after = { isDeleted: key.isDeleted, version: key.version, ...part }
  record(project, key.isBranch, revisionId, changesOf(project, key.id, key, after))
  Object.assign(key, after)
}

const record = (
  project: SimulatedProject,
  isBranch: boolean,
  revisionId: number,
  changes: ReadonlyArray<EntityChange>
): void => {
  for (const modification of describeChanges(changes)) project.changes.push({ revisionId, isBranch, modification })
}

/** Describes the change of a key as the server does: key, meta, texts and screenshots are entities of their own. */
const changesOf = (
  { shared }: SimulatedProject,
  keyId: number,
  before: KeyContent | null,
  after: KeyContent
): ReadonlyArray<EntityChange> => {
  const key: EntityReference = { entityClass: "Key", entityId: keyId }
  const [from, to] = [before?.version ?? null, after.version]
  const texts = [...new Set([...Object.keys(from?.texts ?? {}), ...Object.keys(to.texts)])].map(
    (languageId): EntityChange => ({
      entityClass: "Translation",
      entityId: keyId * 100 + Number(languageId),
      before: loggedText(from?.texts[Number(languageId)]),
      after: loggedText(to.texts[Number(languageId)] ?? noText),
      relations: { key, language: { entityClass: "Language", entityId: Number(languageId) } }
    })
  )
  const images = (some: KeyVersion | null, others: KeyVersion | null, isAdded: boolean) =>
    (some?.screenshotIds ?? [])
      .filter((id) => others?.screenshotIds.includes(id) !== true)
      .map(
        (entityId): EntityChange => ({
          entityClass: "Screenshot",
          entityId,
          before: isAdded ? null : {},
          after: isAdded ? {} : null,
          relations: { key }
        })
      )
  return [
    { ...key, before: before && loggedKey(before, shared), after: loggedKey(after, shared) },
    {
      entityClass: "KeyMeta",
      entityId: keyId,
      before: from && loggedMeta(from),
      after: loggedMeta(to),
      relations: { key }
    },
    ...texts,
    ...images(to, from, true),
    ...images(from, to, false)
  ]
}

const loggedKey = ({ version, isDeleted }: KeyContent, { namespaces }: SharedParts): JsonObject => {
  const { name, namespace, isPlural, pluralArgumentName, maxCharLimit } = version
  const [found] = [...namespaces].find(([, one]) => one === namespace) ?? []
  return {
    name,
    namespace: found === undefined ? null : { entityClass: "Namespace", entityId: found, data: { name: namespace } },
    isPlural,
    pluralArgName: pluralArgumentName,
    maxCharLimit,
    deletedAt: isDeleted ? "2026-01-01T00:00:00.000Z" : null
  }
}

const loggedMeta = ({ tags: names, description, customValues }: KeyVersion): JsonObject => ({
  tags: names.length === 0 ? null : names,
  description,
  custom: customValues
})

const loggedText = (version: TextVersion | undefined): JsonObject | null =>
  version === undefined
    ? null
    : { text: version.text, state: version.state, labels: version.labelIds.map((id) => ({ id, name: `label ${id}` })) }

/** Lists the changes of the keys of the branch behind a revision by key, the newest first. */
export const changesOnBranch = (
  { changes }: SimulatedProject,
  baseIndex: number
): ReadonlyMap<number, ReadonlyArray<KeyModification>> => {
  const byKey = new Map<number, Array<KeyModification>>()
  const sorted = changes
    .slice(baseIndex)
    .filter(({ isBranch }) => isBranch)
    .toSorted((one, other) => other.revisionId - one.revisionId)
  for (const { modification } of sorted) {
    for (const id of keyIdsOf(modification)) byKey.set(id, [...(byKey.get(id) ?? []), modification])
  }
  return byKey
}
