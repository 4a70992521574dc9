import { type DomainError, domainError } from "../error/domain-error.ts"
import { expandScopes, type Scope } from "../permission/scope.ts"
import { parseScopes } from "../permission/written-names.ts"
import {
  atLeast,
  firstMessage,
  lengthBetween,
  notBlank,
  notEmpty,
  notNull,
  type Optional,
  type Validated,
  valid,
  validateFields
} from "../validation/validation.ts"

export interface ApiKeyCreationInput {
  readonly projectId?: Optional<number>
  readonly scopes?: Optional<ReadonlyArray<string>>
  readonly description?: Optional<string>
  readonly expiresAt?: Optional<number>
}

export interface ApiKeyCreation extends ApiKeyEdit {
  readonly projectId: number
  /** Epoch milliseconds; null: never. May be past. */
  readonly expiresAt: number | null
}

export interface ApiKeyEditInput {
  readonly scopes?: Optional<ReadonlyArray<string>>
  readonly description?: Optional<string>
}

export interface ApiKeyEdit {
  /** Without repeats, not expanded. */
  readonly scopes: ReadonlyArray<Scope>
  /** null: made of the key when it is created, unchanged when it is edited. */
  readonly description: string | null
}

export interface TokenInput {
  readonly description?: Optional<string>
  readonly expiresAt?: Optional<number>
}

/** A project API key. Source: docs/reference/accounts.md#project-api-keys. */
export const validateApiKeyCreation = (input: ApiKeyCreationInput): Validated<ApiKeyCreation> => {
  const { projectId, expiresAt } = input
  const checked = validateFields(
    { projectId: firstMessage(notNull(projectId), atLeast(1, projectId)), ...editMessages(input) },
    { projectId: projectId ?? 0, expiresAt: expiresAt ?? null }
  )
  if (!checked.ok) return checked
  const edit = readEdit(input)
  return edit.ok ? valid({ ...checked.value, ...edit.value }) : edit
}

/** Source: docs/reference/accounts.md#project-api-keys. */
export const validateApiKeyEdit = (input: ApiKeyEditInput): Validated<ApiKeyEdit> => {
  const checked = validateFields(editMessages(input), null)
  return checked.ok ? readEdit(input) : checked
}

/**
 * May the scopes of another user's key become these? null: yes. A key acts in the name of its user, so the
 * administrators of the project may remove scopes from it, but not add any. `keyScopes`: as stored.
 * Source: docs/permissions.md#keys-of-others.
 */
export const checkNarrowForeignKey = (
  keyScopes: ReadonlyArray<Scope>,
  scopes: ReadonlyArray<Scope>
): DomainError | null => {
  const existing = expandScopes(keyScopes)
  const added = scopes.filter((scope) => !existing.includes(scope))
  return added.length === 0 ? null : domainError("api_key_of_another_user", added)
}

/** The description of a personal access token. Source: docs/reference/accounts.md#personal-access-tokens. */
export const validateTokenDescription = ({ description }: TokenInput): Validated<string> =>
  validateFields(
    { description: firstMessage(notBlank(description), descriptionMessage(description)) },
    description ?? ""
  )

const editMessages = ({ scopes, description }: ApiKeyEditInput) => ({
  scopes: notEmpty(scopes),
  description: descriptionMessage(description)
})

const readEdit = ({ scopes, description }: ApiKeyEditInput): Validated<ApiKeyEdit> => {
  const parsed = parseScopes(scopes ?? [])
  if (!parsed.ok) return parsed
  return validateFields({ scopes: notEmpty(parsed.value) }, { scopes: parsed.value, description: description ?? null })
}

/** Lengths of descriptions of keys and tokens, in UTF-16 units. Source: docs/reference/limits.md#users-and-credentials. */
const descriptionMaxUtf16Units = 250

const descriptionMessage = (description: Optional<string>): string | null =>
  lengthBetween(1, descriptionMaxUtf16Units, description)
