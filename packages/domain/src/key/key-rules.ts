import type { ActivityType } from "../activity/revision.ts"
import { type DomainError, domainError, type JsonObject } from "../error/domain-error.ts"
import { validateTagNames } from "../tag/tag.ts"
import type { AssignableState } from "../translation/translation.ts"
import {
  atLeast,
  eachItem,
  type FieldMessages,
  firstMessage,
  invalid,
  lengthBetween,
  matches,
  notBlank,
  notEmpty,
  type Optional,
  sizeBetween,
  type Validated,
  validateFields
} from "../validation/validation.ts"

/** Limits of the parts of a key, in UTF-16 units. Source: docs/reference/limits.md#keys. */
export const keyLimits = {
  nameMaxUtf16Units: 2000,
  namespaceMaxUtf16Units: 100,
  descriptionMaxUtf16Units: 2000,
  /** The limit of the JSON text. */
  customValuesMaxUtf16Units: 5000,
  /** Our own limits. */
  pluralArgumentMaxUtf16Units: 100,
  tagsMax: 1_000,
  /** Keys that are asked for by name in one request. */
  namesAskedMax: 2_000,
  /** How long a key in the trash can be restored. Source: docs/content.md#keys. */
  trashMillis: 7 * 24 * 60 * 60 * 1000
} as const

/** One of the keys that a page shows, in their order. */
export interface RelatedKeyInput {
  readonly keyName: string
  readonly namespace?: Optional<string>
  readonly branch?: Optional<string>
}

/** A name in a namespace; null is the default one. */
export interface RelatedKey {
  readonly namespace: string | null
  readonly name: string
}

/** A key that a page shows, with the name of its branch; null: the branch of the operation. */
export interface ShownKey extends RelatedKey {
  readonly branch: string | null
}

/** The fields of an edit's body: a full replacement. */
export interface KeyEditInput {
  readonly name?: Optional<string>
  readonly namespace?: Optional<string>
  readonly description?: Optional<string>
  readonly maxCharLimit?: Optional<number>
}

export interface KeyEdit {
  readonly name: string
  /** null: the default namespace. */
  readonly namespace: string | null
  readonly description: string | null
  /** null: unchanged. */
  readonly maxCharLimit: number | null
}

interface ContentInput {
  readonly translations?: Optional<Readonly<Record<string, string | null>>>
  readonly states?: Optional<Readonly<Record<string, AssignableState>>>
  readonly tags?: Optional<ReadonlyArray<string>>
  readonly relatedKeysInOrder?: Optional<ReadonlyArray<RelatedKeyInput>>
  readonly isPlural?: Optional<boolean>
  readonly pluralArgName?: Optional<string>
}

export interface KeyCreationInput extends KeyEditInput, ContentInput {}

export interface KeyCreation extends KeyEdit {
  /** By language tag; never `""`. */
  readonly texts: ReadonlyMap<string, string | null>
  /** By language tag. */
  readonly states: ReadonlyMap<string, AssignableState>
  /** Trimmed, each once, sorted. */
  readonly tags: ReadonlyArray<string>
  readonly relatedKeys: ReadonlyArray<ShownKey>
  readonly isPlural: boolean
  readonly pluralArgumentName: string | null
}

export interface KeyComplexUpdateInput extends KeyEditInput, ContentInput {
  readonly custom?: Optional<JsonObject>
  readonly warnOnDataLoss?: Optional<boolean>
}

/** undefined: unchanged. */
export interface KeyComplexUpdate extends Pick<KeyEdit, "name" | "namespace"> {
  readonly description: string | null | undefined
  /** null: no limit. */
  readonly maxCharLimit: number | null | undefined
  readonly customValues: JsonObject | undefined
  /** By language tag, as they were given. */
  readonly texts: ReadonlyMap<string, string | null>
  readonly states: ReadonlyMap<string, AssignableState>
  readonly tags: ReadonlyArray<string> | undefined
  readonly relatedKeys: ReadonlyArray<ShownKey>
  readonly isPlural: boolean | undefined
  readonly pluralArgumentName: string | undefined
  readonly warnOnDataLoss: boolean
}

/** Source: docs/reference/content.md#creating-a-key. */
export const validateKeyCreation = (input: KeyCreationInput): Validated<KeyCreation> =>
  withTags(input, (tags) =>
    validateFields(
      { ...editMessages(input), ...contentMessages(input) },
      {
        ...toKeyEdit(input),
        texts: new Map(Object.entries(input.translations ?? {}).map(([tag, text]) => [tag, text === "" ? null : text])),
        states: new Map(Object.entries(input.states ?? {})),
        tags: tags ?? [],
        relatedKeys: toShownKeys(input.relatedKeysInOrder),
        isPlural: input.isPlural ?? false,
        pluralArgumentName: blankToNull(input.pluralArgName)
      }
    )
  )

/** Source: docs/reference/content.md#editing-a-key. */
export const validateKeyEdit = (input: KeyEditInput): Validated<KeyEdit> =>
  validateFields(editMessages(input), toKeyEdit(input))

/**
 * A description that is null clears, one that is absent keeps: the in-context dialog never sends one, and saving from it
 * must not erase descriptions. Source: docs/reference/content.md#complex-update.
 */
export const validateKeyComplexUpdate = (input: KeyComplexUpdateInput): Validated<KeyComplexUpdate> => {
  const { maxCharLimit, custom } = input
  if (custom !== null && custom !== undefined && exceedsCustomValuesLimit(custom)) {
    return invalid(domainError("custom_values_json_too_long"))
  }
  return withTags(input, (tags) =>
    validateFields(
      { ...nameMessages(input), ...contentMessages(input) },
      {
        name: input.name ?? "",
        namespace: blankToNull(input.namespace),
        description: input.description === undefined ? undefined : emptyToNull(input.description),
        maxCharLimit:
          maxCharLimit === null || maxCharLimit === undefined ? undefined : maxCharLimit > 0 ? maxCharLimit : null,
        customValues: custom ?? undefined,
        texts: new Map(Object.entries(input.translations ?? {})),
        states: new Map(Object.entries(input.states ?? {})),
        tags: tags ?? undefined,
        relatedKeys: toShownKeys(input.relatedKeysInOrder),
        isPlural: input.isPlural ?? undefined,
        pluralArgumentName: blankToNull(input.pluralArgName) ?? undefined,
        warnOnDataLoss: input.warnOnDataLoss ?? false
      }
    )
  )
}

/** A blank name stands for the default namespace. Source: docs/reference/limits.md#keys. */
export const toNamespaceName = (name: Optional<string>): string | null => blankToNull(name)

/** A state needs a text in the same request. Source: docs/reference/content.md#creating-a-key. */
export const checkStates = ({ texts, states }: Pick<KeyCreation, "texts" | "states">): DomainError | null =>
  [...states.keys()].every((tag) => texts.has(tag)) ? null : domainError("cannot_set_state_for_missing_translation")

const editMessages = (input: KeyEditInput): FieldMessages => ({
  ...nameMessages(input),
  maxCharLimit: atLeast(1, input.maxCharLimit)
})

const nameMessages = ({ name, namespace, description }: KeyEditInput): FieldMessages => ({
  name: firstMessage(notBlank(name), lengthBetween(1, keyLimits.nameMaxUtf16Units, name)),
  namespace: sizeBetween(0, keyLimits.namespaceMaxUtf16Units, namespace),
  description: sizeBetween(0, keyLimits.descriptionMaxUtf16Units, description)
})

/** ICU ends the name at any other character: such a name would break the texts that it is written into. */
const argumentName = /^(?:\s*|[\p{L}\p{M}\p{N}_]+)$/u

const contentMessages = ({ tags, pluralArgName, relatedKeysInOrder }: ContentInput): FieldMessages => ({
  tags: sizeBetween(0, keyLimits.tagsMax, tags),
  pluralArgName: firstMessage(
    sizeBetween(0, keyLimits.pluralArgumentMaxUtf16Units, pluralArgName),
    matches(argumentName, "must be the name of an ICU argument", pluralArgName)
  ),
  ...eachItem("relatedKeysInOrder", relatedKeysInOrder, ({ keyName }) => ({ keyName: notEmpty(keyName) }))
})

const withTags = <Value>(
  { tags }: ContentInput,
  validate: (tags: ReadonlyArray<string> | null) => Validated<Value>
): Validated<Value> => {
  if (tags === null || tags === undefined) return validate(null)
  const names = validateTagNames(tags)
  return names.ok ? validate([...names.value].sort()) : names
}

const toKeyEdit = ({ name, namespace, description, maxCharLimit }: KeyEditInput): KeyEdit => ({
  name: name ?? "",
  namespace: blankToNull(namespace),
  description: emptyToNull(description),
  maxCharLimit: maxCharLimit ?? null
})

/** The keys of `relatedKeysInOrder`, the field of several bodies. */
export const toShownKeys = (related: Optional<ReadonlyArray<RelatedKeyInput>>): ReadonlyArray<ShownKey> =>
  (related ?? []).map(({ keyName, namespace, branch }) => ({
    name: keyName,
    namespace: blankToNull(namespace),
    branch: blankToNull(branch)
  }))

const exceedsCustomValuesLimit = (custom: JsonObject): boolean =>
  JSON.stringify(custom).length > keyLimits.customValuesMaxUtf16Units

const blankToNull = (text: Optional<string>): string | null =>
  text === null || text === undefined || text.trim() === "" ? null : text

const emptyToNull = (text: Optional<string>): string | null =>
  text === null || text === undefined || text === "" ? null : text

/**
 * The languages in which creating a key needs the right to translate, for a text, and the right to change states, for any
 * state but TRANSLATED, which every text gets. Both maps are by language id.
 */
export const creationLanguages = (
  texts: ReadonlyMap<number, string | null>,
  states: ReadonlyMap<number, AssignableState>
): { readonly translate: ReadonlyArray<number>; readonly stateChange: ReadonlyArray<number> } => ({
  translate: [...texts].flatMap(([id, text]) => (text === null ? [] : [id])),
  stateChange: [...states].flatMap(([id, state]) => (state === "TRANSLATED" ? [] : [id]))
})

/** The kinds of change in a complex update that have an activity type of their own. */
export interface KeyEditKinds {
  readonly translations: boolean
  readonly states: boolean
  readonly tags: boolean
  readonly name: boolean
  readonly maxCharLimit: boolean
  readonly screenshotsAdded: boolean
  readonly screenshotsDeleted: boolean
  /** Texts that became suggestions. */
  readonly suggestions: boolean
}

const typeOfKind = {
  translations: "SET_TRANSLATIONS",
  states: "SET_TRANSLATION_STATE",
  tags: "KEY_TAGS_EDIT",
  name: "KEY_NAME_EDIT",
  maxCharLimit: "KEY_CHARACTER_LIMIT_EDIT",
  screenshotsAdded: "SCREENSHOT_ADD",
  screenshotsDeleted: "SCREENSHOT_DELETE",
  suggestions: "CREATE_SUGGESTION"
} as const satisfies Record<keyof KeyEditKinds, ActivityType>

/**
 * The type of the one kind of change that was made; several, or only changes without a type (namespace, description, plural,
 * custom values), are a complex edit. Source: docs/reference/webhooks.md#activity-types.
 */
export const editActivityType = (changed: KeyEditKinds): ActivityType => {
  const kinds = (Object.keys(typeOfKind) as ReadonlyArray<keyof KeyEditKinds>).filter((kind) => changed[kind])
  const [kind] = kinds
  return kind === undefined || kinds.length > 1 ? "COMPLEX_EDIT" : typeOfKind[kind]
}

/**
 * Which keys get the place that they want, a name in a namespace: not where another live key is, and of several that want
 * the same place only the first. Both lists are in the order given.
 */
export const splitByFreePlace = <Key>(
  keys: ReadonlyArray<Key>,
  wantedPlace: (key: Key) => RelatedKey,
  occupied: ReadonlyArray<RelatedKey>
): { readonly free: ReadonlyArray<Key>; readonly taken: ReadonlyArray<Key> } => {
  const places = new Set(occupied.map(toText))
  const free: Array<Key> = []
  const taken: Array<Key> = []
  for (const key of keys) {
    const place = toText(wantedPlace(key))
    if (places.has(place)) taken.push(key)
    else free.push(key)
    places.add(place)
  }
  return { free, taken }
}

const toText = ({ namespace, name }: RelatedKey): string => JSON.stringify([namespace, name])
