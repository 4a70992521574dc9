import {
  firstMessage,
  notBlank,
  type Optional,
  sizeBetween,
  type Validated,
  validateFields
} from "../validation/validation.ts"

/** The new name of a namespace. Source: docs/reference/limits.md#tags-and-namespaces. */
export const validateNamespace = (input: { readonly name?: Optional<string> }): Validated<string> =>
  validateFields({ name: firstMessage(notBlank(input.name), sizeBetween(0, 100, input.name)) }, input.name ?? "")
