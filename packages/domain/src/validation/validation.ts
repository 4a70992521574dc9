import { type DomainError, fieldErrors } from "../error/domain-error.ts"

/** A checked value with its defaults filled in, or why it is rejected. */
export type Validated<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: DomainError }

/** Per field path (`languages[0].tag`) the message of the first rule that the field breaks; null = the field is fine. */
export type FieldMessages = Readonly<Record<string, string | null>>

/**
 * The value when no field has a message, else one error that names every field with a message.
 * Source: docs/reference/errors.md#messages.
 */
export const validateFields = <Value>(messages: FieldMessages, value: Value): Validated<Value> => {
  const broken = Object.entries(messages).filter((entry): entry is [string, string] => entry[1] !== null)
  return broken.length === 0 ? valid(value) : invalid(fieldErrors(Object.fromEntries(broken)))
}

/** A value that no rule rejects. */
export const valid = <Value>(value: Value): Validated<Value> => ({ ok: true, value })

/** The error in place of a value. */
export const invalid = (error: DomainError): Validated<never> => ({ ok: false, error })

/** The messages of every item of a list, under `name[index].field`. A list that is absent has none. */
export const eachItem = <Item>(
  name: string,
  items: ReadonlyArray<Item> | null | undefined,
  itemMessages: (item: Item) => FieldMessages
): FieldMessages =>
  Object.fromEntries(
    (items ?? []).flatMap((item, index) =>
      Object.entries(itemMessages(item)).map(([field, message]) => [`${name}[${index}].${field}`, message] as const)
    )
  )

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

/** Checks like `sizeBetween`, with the wording that the original uses for some fields. */
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

/**
 * Whether a text has the form of an e-mail address: a local part of at most 64 UTF-16 units, `@`, a domain of at most 255.
 * Letters outside ASCII are fine on both sides; a domain without a dot is one (`root@localhost`).
 * Says nothing about whether the address exists.
 */
export const isEmailAddress = (text: string): boolean => {
  const at = text.lastIndexOf("@")
  return at > 0 && isLocalPart(text.slice(0, at)) && isDomain(text.slice(at + 1))
}

const localPartMaxUtf16Units = 64
const domainMaxUtf16Units = 255
const labelMaxUtf16Units = 63

// RFC 5321 "Atom" and "Quoted-string", with RFC 6531's letters outside ASCII.
const atoms = /^[\w!#$%&'*+/=?^`{|}~\u0080-\uffff-]+(?:\.[\w!#$%&'*+/=?^`{|}~\u0080-\uffff-]+)*$/
const quotedText = /^"(?:[ !#-[\]-~\u0080-\uffff]|\\[ -~])*"$/
const label = /^[a-z0-9\u0080-\uffff](?:[a-z0-9\u0080-\uffff-]*[a-z0-9\u0080-\uffff])?$/i

const isLocalPart = (text: string): boolean =>
  text.length <= localPartMaxUtf16Units && (atoms.test(text) || quotedText.test(text))

const isDomain = (text: string): boolean =>
  text.length <= domainMaxUtf16Units &&
  text.split(".").every((part) => part.length <= labelMaxUtf16Units && label.test(part))
