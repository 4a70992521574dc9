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
