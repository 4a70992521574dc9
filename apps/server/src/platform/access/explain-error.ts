import type { ForbiddenError } from "@dragoman/api"
import { explainDenial, type LanguageOperation, type PermissionFacts } from "@dragoman/domain/permission"
import type { Caller } from "./caller.ts"

/** What is recorded about a caller and a project: a `ProjectAccess`, or the row that it is made of. */
export interface ExplainedCaller extends Omit<PermissionFacts, "serverRole"> {
  readonly caller: Caller
  readonly projectId: number
}

/**
 * The error with why the permission refuses, where that is its reason and the caller may ask: who enters the project with
 * a key of another one learns nothing about it. `operation`: what was to be done to the languages, where that is known.
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
