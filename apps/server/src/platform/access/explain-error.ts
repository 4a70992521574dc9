import type { ForbiddenError } from "@dragoman/api"
import { explainDenial, type LanguageOperation, type PermissionFacts } from "@dragoman/domain/permission"
import type { Caller } from "./caller.ts"

/** A caller and the permissions in a project: a `ProjectAccess`, or the row that it is made of. */
export interface ExplainedCaller extends Omit<PermissionFacts, "serverRole"> {
  readonly caller: Caller
  readonly projectId: number
}

/**
 * Adds an explanation to a 403 that the caller's permission caused. A caller with a key of another project gets none.
 * `operation`: the operation on languages, where known.
 */
export const explainError = <E>(
  error: E,
  { caller, projectId, ...facts }: ExplainedCaller,
  operation: LanguageOperation | null = null
): E | ForbiddenError => {
  if (!isForbidden(error) || error.explanation !== undefined) return error
  const { serverRole, credential } = caller
  if (credential.kind === "PAK" && credential.projectId !== projectId) return error
  const keyScopes = credential.kind === "PAK" ? credential.scopes : null
  const explanation = explainDenial({ ...facts, serverRole }, keyScopes, error, operation)
  return explanation === null ? error : { ...error, explanation }
}

const isForbidden = (error: unknown): error is ForbiddenError =>
  typeof error === "object" &&
  error !== null &&
  "kind" in error &&
  error.kind === "code" &&
  "status" in error &&
  error.status === 403
