import { type DomainError, domainError, type ErrorCode, type ErrorStatus, type Json } from "@dragoman/domain/error"
import type { Validated } from "@dragoman/domain/validation"
import { Effect } from "effect"

/** Fails with an error code; its status follows from the code. */
export const failWith = (
  code: ErrorCode,
  params: ReadonlyArray<Json> | null = null
): Effect.Effect<never, DomainError> => Effect.fail(domainError(code, params))

/** Fails with a code whose status differs in this operation. */
export const failWithStatus = (status: ErrorStatus, code: ErrorCode): Effect.Effect<never, DomainError> =>
  Effect.fail(domainError(code, null, status))

/** The checked value; fails with the error of the check. */
export const orFail = <A>(validated: Validated<A>): Effect.Effect<A, DomainError> =>
  validated.ok ? Effect.succeed(validated.value) : Effect.fail(validated.error)

/** Fails with the error of a check; null: the check has passed. */
export const failIf = <E>(error: E | null): Effect.Effect<void, E> =>
  error === null ? Effect.void : Effect.fail(error)
