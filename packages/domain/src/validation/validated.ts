import { type Refusal, refuseFields } from "../error/refusal.ts"

/** A checked value with its defaults filled in, or why it is refused. */
export type Validated<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly refusal: Refusal }

/** Per field path (`languages[0].tag`) the message of the first rule that the field breaks; null = the field is fine. */
export type FieldMessages = Readonly<Record<string, string | null>>

/**
 * The value when no field has a message, else one refusal that names every field with a message.
 * Source: reference "auth-and-permissions" 7.1.
 */
export const validateFields = <Value>(messages: FieldMessages, value: Value): Validated<Value> => {
  const broken = Object.entries(messages).filter((entry): entry is [string, string] => entry[1] !== null)
  return broken.length === 0 ? valid(value) : refused(refuseFields(Object.fromEntries(broken)))
}

/** A value that no rule refuses. */
export const valid = <Value>(value: Value): Validated<Value> => ({ ok: true, value })

/** The refusal in place of a value. */
export const refused = (refusal: Refusal): Validated<never> => ({ ok: false, refusal })

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
