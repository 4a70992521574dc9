import { type DomainError, domainError } from "../error/domain-error.ts"
import {
  atLeast,
  atMost,
  eachItem,
  type FieldMessages,
  firstMessage,
  invalid,
  matches,
  notBlank,
  notNull,
  type Optional,
  sizeBetween,
  type Validated,
  validateFields
} from "../validation/validation.ts"

/** PROJECT: the own memory of one project. SHARED: a memory of the organization, which projects are assigned to. */
export const memoryTypes = ["PROJECT", "SHARED"] as const

export type MemoryType = (typeof memoryTypes)[number]

const nameMaxUtf16Units = 100
const tagMaxUtf16Units = 20
export const entryTextMaxUtf16Units = 10_000
const penaltyMax = 100
const priorityMax = 1_000_000

/** How a project uses a memory. */
export interface AssignmentContent {
  readonly readAccess: boolean
  readonly writeAccess: boolean
  /** 0 comes first. */
  readonly priority: number
  /** Percent taken off the similarity; null: the default of the memory. */
  readonly penalty: number | null
}

export interface StoredAssignment extends AssignmentContent {
  readonly projectId: number
}

export interface AssignmentInput {
  readonly readAccess?: Optional<boolean>
  readonly writeAccess?: Optional<boolean>
  readonly priority?: Optional<number>
  readonly penalty?: Optional<number>
}

/** null: absent. */
interface AssignmentEdit extends Omit<AssignmentContent, "priority"> {
  readonly priority: number | null
}

export interface MemoryInput {
  readonly name?: Optional<string>
  readonly sourceLanguageTag?: Optional<string>
  readonly defaultPenalty?: Optional<number>
  readonly writeOnlyReviewed?: Optional<boolean>
  readonly assignedProjects?: Optional<ReadonlyArray<AssignmentInput & { readonly projectId?: Optional<number> }>>
}

export interface MemoryContent {
  readonly name: string
  readonly sourceLanguageTag: string
  readonly defaultPenalty: number
  readonly writeOnlyReviewed: boolean
  /** null: they stay. */
  readonly assignedProjects: ReadonlyArray<Omit<StoredAssignment, "priority">> | null
}

const tagMessage = (tag: Optional<string>) =>
  firstMessage(notBlank(tag), sizeBetween(1, tagMaxUtf16Units, tag), matches(/^[^,]*$/, "can not contain coma", tag))

const penaltyMessage = (penalty: Optional<number>) => firstMessage(atLeast(0, penalty), atMost(penaltyMax, penalty))

/** Checks a memory of an organization. Source: docs/translation-memories.md. */
export const validateMemory = (input: MemoryInput): Validated<MemoryContent> => {
  const assigned = input.assignedProjects ?? null
  const ids = (assigned ?? []).map(({ projectId }) => projectId ?? 0)
  const repeated = [...new Set(ids.filter((id, index) => ids.indexOf(id) < index))]
  const validated = validateFields(
    {
      name: firstMessage(notBlank(input.name), sizeBetween(1, nameMaxUtf16Units, input.name)),
      sourceLanguageTag: tagMessage(input.sourceLanguageTag),
      defaultPenalty: penaltyMessage(input.defaultPenalty),
      ...eachItem(
        "assignedProjects",
        assigned,
        ({ projectId, penalty }): FieldMessages => ({
          projectId: notNull(projectId),
          penalty: penaltyMessage(penalty)
        })
      )
    },
    {
      name: (input.name ?? "").trim(),
      sourceLanguageTag: input.sourceLanguageTag ?? "",
      defaultPenalty: input.defaultPenalty ?? 0,
      writeOnlyReviewed: input.writeOnlyReviewed ?? false,
      assignedProjects:
        assigned?.map(({ projectId, readAccess, writeAccess, penalty }) => ({
          projectId: projectId ?? 0,
          readAccess: readAccess ?? true,
          writeAccess: writeAccess ?? true,
          penalty: penalty ?? null
        })) ?? null
    }
  )
  return validated.ok && repeated.length > 0
    ? invalid(domainError("translation_memory_duplicate_project_assignment", repeated))
    : validated
}

/** Checks the assignment of one project. */
export const validateAssignment = ({
  readAccess,
  writeAccess,
  priority,
  penalty
}: AssignmentInput): Validated<AssignmentEdit> =>
  validateFields(
    {
      priority: firstMessage(atLeast(0, priority), atMost(priorityMax, priority)),
      penalty: penaltyMessage(penalty)
    },
    {
      readAccess: readAccess ?? true,
      writeAccess: writeAccess ?? true,
      priority: priority ?? null,
      penalty: penalty ?? null
    }
  )

/** Gives each assignment its priority: kept ones keep theirs, new ones come after all others of their project. */
export const mergeAssignments = (
  assigned: ReadonlyArray<Omit<StoredAssignment, "priority">>,
  before: ReadonlyArray<StoredAssignment>,
  nextPriority: ReadonlyMap<number, number>
): ReadonlyArray<StoredAssignment> =>
  assigned.map((one) => ({
    ...one,
    priority:
      before.find(({ projectId }) => projectId === one.projectId)?.priority ?? nextPriority.get(one.projectId) ?? 1
  }))

/** Checks that projects and a memory translate from the same language; null: they do. Case does not count. */
export const checkAssignedLanguages = (
  memory: { readonly name: string; readonly sourceLanguageTag: string },
  baseLanguageTags: ReadonlyArray<string | null>
): DomainError | null => {
  const other = baseLanguageTags.find((tag) => (tag ?? "").toLowerCase() !== memory.sourceLanguageTag.toLowerCase())
  return other === undefined
    ? null
    : domainError("translation_memory_base_language_mismatch", [memory.name, memory.sourceLanguageTag, other])
}

/** Checks that a memory is a shared one; null: it is. */
export const checkShared = ({ type }: { readonly type: MemoryType }): DomainError | null =>
  type === "SHARED" ? null : domainError("cannot_modify_project_translation_memory")

interface EntryContent {
  readonly sourceText: string
  readonly targetText: string
  readonly targetLanguageTag: string
}

interface EntryInput {
  readonly sourceText?: Optional<string>
  readonly targetText?: Optional<string>
  readonly targetLanguageTag?: Optional<string>
}

const textMessage = (text: Optional<string>) =>
  firstMessage(notBlank(text), sizeBetween(1, entryTextMaxUtf16Units, text))

const targetMessages = ({ targetText, targetLanguageTag }: EntryInput): FieldMessages => ({
  targetText: textMessage(targetText),
  targetLanguageTag: tagMessage(targetLanguageTag)
})

/** Checks an entry that a person writes. */
export const validateEntry = (input: EntryInput): Validated<EntryContent> =>
  validateFields(
    { sourceText: textMessage(input.sourceText), ...targetMessages(input) },
    {
      sourceText: input.sourceText ?? "",
      targetText: input.targetText ?? "",
      targetLanguageTag: input.targetLanguageTag ?? ""
    }
  )

/** Checks several translations of one source; each language may come once. */
export const validateEntryGroup = (input: {
  readonly sourceText?: Optional<string>
  readonly translations?: Optional<ReadonlyArray<Omit<EntryInput, "sourceText">>>
}): Validated<ReadonlyArray<EntryContent>> => {
  const translations = input.translations ?? []
  const tags = translations.map(({ targetLanguageTag }) => (targetLanguageTag ?? "").toLowerCase())
  const validated = validateFields(
    {
      sourceText: textMessage(input.sourceText),
      ...eachItem("translations", translations, targetMessages)
    },
    translations.map(({ targetText, targetLanguageTag }) => ({
      sourceText: input.sourceText ?? "",
      targetText: targetText ?? "",
      targetLanguageTag: targetLanguageTag ?? ""
    }))
  )
  return validated.ok && new Set(tags).size < tags.length
    ? invalid(domainError("translation_memory_entry_duplicate_target_language"))
    : validated
}
