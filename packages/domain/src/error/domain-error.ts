import type { ErrorCode } from "./error-code.ts"
import { type ErrorStatus, statusOfErrorCode } from "./error-status.ts"

export type JsonObject = Readonly<Record<string, Json>>

export type Json = string | number | boolean | null | ReadonlyArray<Json> | { readonly [key: string]: Json }

/**
 * Why a request fails, as plain data: exactly the content of the response.
 *
 * - `code`: `{"code", "params"}` with `status`
 * - `standardValidation`: 400, one message per field, fields written as paths (`languages[0].tag`)
 * - `customValidation`: 400, parameters per error code
 */
export type DomainError =
  | CodeError
  | { readonly kind: "standardValidation"; readonly messages: Readonly<Record<string, string>> }
  | { readonly kind: "customValidation"; readonly codes: Readonly<Partial<Record<ErrorCode, ReadonlyArray<string>>>> }

/** `status`: that of the code, unless an operation has another one. */
export interface CodeError {
  readonly kind: "code"
  readonly status: ErrorStatus
  readonly code: ErrorCode
  readonly params: ReadonlyArray<Json> | null
}

/** An error with a code. `params`: the values that the sentence of the code names; null: none. */
export const domainError = (
  code: ErrorCode,
  params: ReadonlyArray<Json> | null = null,
  status: ErrorStatus = statusOfErrorCode(code)
): CodeError => ({ kind: "code", status, code, params })

/** 400: fields of a body or of a query that break a rule. */
export const fieldErrors = (messages: Readonly<Record<string, string>>): DomainError => ({
  kind: "standardValidation",
  messages
})

/** 400: a rule of the domain that names no field. */
export const customErrors = (codes: Readonly<Partial<Record<ErrorCode, ReadonlyArray<string>>>>): DomainError => ({
  kind: "customValidation",
  codes
})
