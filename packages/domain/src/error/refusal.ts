import type { ErrorCode } from "./error-code.ts"

export type Json = string | number | boolean | null | ReadonlyArray<Json> | { readonly [key: string]: Json }

export type RefusalStatus = 400 | 401 | 403 | 404 | 405 | 409 | 415 | 429

/**
 * Why a request is refused, as plain data: what the wire shows and nothing else.
 *
 * - `code`: `{"code", "params"}` with `status`
 * - `standardValidation`: 400, one message per field, fields written as paths (`languages[0].tag`)
 * - `customValidation`: 400, parameters per error code
 *
 * Source: reference "auth-and-permissions" 7.1.
 */
export type Refusal =
  | {
      readonly kind: "code"
      readonly status: RefusalStatus
      readonly code: ErrorCode
      readonly params: ReadonlyArray<Json> | null
    }
  | { readonly kind: "standardValidation"; readonly messages: Readonly<Record<string, string>> }
  | { readonly kind: "customValidation"; readonly codes: Readonly<Partial<Record<ErrorCode, ReadonlyArray<string>>>> }

/** A refusal with a code. `params` are what the reference says for this code; null when it names none. */
export const refuse = (status: RefusalStatus, code: ErrorCode, params: ReadonlyArray<Json> | null = null): Refusal => ({
  kind: "code",
  status,
  code,
  params
})

/** 400: fields of a body or of a query that break a rule. Message texts: reference "auth-and-permissions" 7.1. */
export const refuseFields = (messages: Readonly<Record<string, string>>): Refusal => ({
  kind: "standardValidation",
  messages
})

/** 400: a rule of the domain that names no field. */
export const refuseCustom = (codes: Readonly<Partial<Record<ErrorCode, ReadonlyArray<string>>>>): Refusal => ({
  kind: "customValidation",
  codes
})
