import type { Schema } from "effect"

/**
 * A field or a parameter with its description in OpenAPI: unit, limits, default and what null means, not the name again.
 * `example`: its value in the examples of operations; texts, and optional fields of bodies, have none without it.
 */
export const field = <S extends Schema.Top>(schema: S, description: string, example?: NoInfer<S["Type"]>): S =>
  schema.annotateKey({
    description,
    ...(example === undefined ? {} : { examples: [example] })
  }) as unknown as S
