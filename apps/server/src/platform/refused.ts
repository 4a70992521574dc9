import { type ApiError, refusalToApiError } from "@dragoman/api"
import type { ErrorCode, Json, Refusal, RefusalStatus } from "@dragoman/domain/error"
import { refuse } from "@dragoman/domain/error"
import type { Validated } from "@dragoman/domain/validation"
import { Effect } from "effect"

/** Fails with the wire error of a refusal of the domain. */
export const refused = (refusal: Refusal): Effect.Effect<never, ApiError> =>
  Effect.failSync(() => refusalToApiError(refusal))

/** Fails with `{code, params}`. */
export const refusedWith = (
  status: RefusalStatus,
  code: ErrorCode,
  params: ReadonlyArray<Json> | null = null
): Effect.Effect<never, ApiError> => refused(refuse(status, code, params))

/** The checked value, or the wire error of its refusal. */
export const accepted = <A>(validated: Validated<A>): Effect.Effect<A, ApiError> =>
  validated.ok ? Effect.succeed(validated.value) : refused(validated.refusal)
