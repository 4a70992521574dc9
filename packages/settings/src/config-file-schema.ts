import { flagOf, settingFields, settingTable } from "./setting-table.ts"

/** A scalar, or a list of them, which counts as one text with commas. */
const settingValue = { type: ["string", "number", "boolean", "array"] } as const

/**
 * Describes the configuration file as JSON schema, for editors: each setting of both programs by its name on the first level. Names in
 * levels, and those of Tolgee, are allowed and not described.
 */
export const configFileSchema = () => ({
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "Configuration file of Dragoman",
  type: "object",
  properties: Object.fromEntries(
    settingFields.flatMap((field) => {
      const { meaning, default: value, example, secret, parts } = settingTable[field]
      const name = flagOf(field)
      const described = {
        description: meaning,
        ...(parts === undefined && settingValue),
        ...(typeof value === "string" && secret !== true && { default: value }),
        examples: [example]
      }
      return [
        [name, described] as const,
        [`${name}-file`, { description: `File with the value of ${name}.`, type: "string" }] as const
      ]
    })
  )
})
