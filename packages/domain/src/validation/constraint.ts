import { isEmailAddress } from "./email-address.ts"

/** A field of a body: absent and null are the same. */
export type Optional<Value> = Value | null | undefined

type Sized = Optional<string | ReadonlyArray<unknown>>

/**
 * The first message of a row of rules; null when none is broken.
 * The wire has room for one message per field, so the order of the rules decides which one a client sees.
 */
export const firstMessage = (...messages: ReadonlyArray<string | null>): string | null =>
  messages.find((message) => message !== null) ?? null

/** Absent texts and texts of white space only are blank. Message texts: docs/reference/errors.md#messages. */
export const notBlank = (text: Optional<string>): string | null =>
  (text ?? "").trim() === "" ? "must not be blank" : null

/** Absent values are empty. */
export const notEmpty = (value: Sized): string | null => ((value ?? "").length === 0 ? "must not be empty" : null)

/** Absent values are null. */
export const notNull = (value: unknown): string | null =>
  value === null || value === undefined ? "must not be null" : null

/** Counts UTF-16 units of a text, items of a list. An absent value has no size to complain about. */
export const sizeBetween = (minimum: number, maximum: number, value: Sized): string | null =>
  isWithin(minimum, maximum, value) ? null : `size must be between ${minimum} and ${maximum}`

/** As `sizeBetween`, with the wording that the original uses for some fields. */
export const lengthBetween = (minimum: number, maximum: number, value: Sized): string | null =>
  isWithin(minimum, maximum, value) ? null : `length must be between ${minimum} and ${maximum}`

/** An absent text matches. */
export const matches = (pattern: RegExp, message: string, text: Optional<string>): string | null =>
  text === null || text === undefined || pattern.test(text) ? null : message

/** Absent and empty texts pass: whether an address is required is another rule. */
export const wellFormedEmail = (text: Optional<string>): string | null =>
  text === null || text === undefined || text === "" || isEmailAddress(text)
    ? null
    : "must be a well-formed email address"

/** An absent number passes. */
export const atLeast = (minimum: number, value: Optional<number>): string | null =>
  value === null || value === undefined || value >= minimum ? null : `must be greater than or equal to ${minimum}`

/** An absent number passes. */
export const atMost = (maximum: number, value: Optional<number>): string | null =>
  value === null || value === undefined || value <= maximum ? null : `must be less than or equal to ${maximum}`

const isWithin = (minimum: number, maximum: number, value: Sized): boolean =>
  value === null || value === undefined || (value.length >= minimum && value.length <= maximum)
