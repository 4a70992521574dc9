import type { DomainError } from "@dragoman/domain/error"
import type { Validated } from "@dragoman/domain/validation"
import { Effect, Schema, SchemaGetter, SchemaIssue } from "effect"

const annotation = "~@dragoman/api/DomainError"

/** Decodes by a rule of the domain. The response to a rejected value is the rule's own error, not one about the shape. */
export const decodedByDomain =
  <To extends Schema.Top, Encoded>(
    to: To,
    parse: (encoded: Encoded) => Validated<To["Type"]>,
    print: (value: To["Type"]) => Encoded
  ) =>
  <From extends Schema.Codec<Encoded>>(from: From) =>
    from.pipe(
      Schema.decodeTo(Schema.toType(to), {
        decode: SchemaGetter.transformEffect((encoded: From["Type"]) => {
          const parsed = parse(encoded)
          return parsed.ok
            ? Effect.succeed(parsed.value)
            : Effect.fail(new SchemaIssue.InvalidValue({ [annotation]: parsed.error }))
        }),
        encode: SchemaGetter.transform((value: To["Type"]) => print(value) as From["Type"])
      })
    )

/** The domain's error in an issue, with the messages of all fields; null: the shape of the request is wrong. */
export const domainErrorOf = (issue: SchemaIssue.Issue): DomainError | null => {
  const errors = errorsIn(issue)
  const messages = errors.map((error) => (error?.kind === "standardValidation" ? error.messages : null))
  if (messages.every((message) => message !== null) && messages.length > 0) {
    return { kind: "standardValidation", messages: Object.assign({}, ...messages) }
  }
  return errors.includes(null) ? null : (errors.find((error) => error !== null) ?? null)
}

const errorsIn = (issue: SchemaIssue.Issue): ReadonlyArray<DomainError | null> => {
  switch (issue._tag) {
    case "Composite":
    case "AnyOf":
      return issue.issues.flatMap(errorsIn)
    case "Pointer":
    case "Encoding":
    case "Filter":
      return errorsIn(issue.issue)
    default: {
      const found = "annotations" in issue ? issue.annotations?.[annotation] : undefined
      return [(found as DomainError | undefined) ?? null]
    }
  }
}
