import {
  CallArguments as Arguments,
  type CallArguments,
  FunctionReference,
  Identifier,
  NamedArgument,
  NumberLiteral,
  StringLiteral,
  VariableReference
} from "@fluent/syntax"
import { formatLimits } from "../limits.ts"
import { fractionDigitsOf } from "../placeholder/dialect/dialect.ts"

// `NUMBER` and `DATETIME` of Fluent become the format of an ICU argument, such as `number, percent`.

/** Null = ICU has no short spelling for the call, or it has another function or argument. */
export const formatOfCall = ({ id, arguments: call }: FunctionReference): string | null => {
  const options = optionsOf(call)
  if (options === null) return null
  const found = id.name === "DATETIME" ? dateFormats : id.name === "NUMBER" ? numberFormats : new Map<string, string>()
  return found.get(options) ?? (id.name === "NUMBER" ? fractionFormat(options) : null)
}

/** The variable that a function is called for; null = its arguments are others. */
export const variableOfCall = ({ arguments: { positional } }: FunctionReference): string | null => {
  const [variable, ...others] = positional
  return variable?.type === "VariableReference" && others.length === 0 ? variable.id.name : null
}

/** True if the number is an ordinal one. */
export const isOrdinal = ({ id, arguments: call }: FunctionReference): boolean =>
  id.name === "NUMBER" && optionsOf(call) === ordinalOptions

/** The call for the format of an argument; null = there is none. */
export const callOfFormat = (variableName: string, format: string): FunctionReference | null => {
  const found =
    [...dateFormats].find(([, known]) => known === format) ?? (format === "time, medium" ? mediumTime : null)
  if (found !== null) return call("DATETIME", variableName, found[0])
  const digits = fractionDigitsOf(format)
  const options =
    digits === null
      ? [...numberFormats].find(([, known]) => known === format)?.[0]
      : `maximumFractionDigits: ${digits}, minimumFractionDigits: ${digits}`
  return options === undefined ? null : call("NUMBER", variableName, options)
}

export const ordinalCall = (variableName: string): FunctionReference => call("NUMBER", variableName, ordinalOptions)

const ordinalOptions = "type: ordinal"

/** ICU formats by options, sorted by name. */
const numberFormats: ReadonlyMap<string, string> = new Map([
  ["", "number"],
  ["style: percent", "number, percent"],
  ["maximumFractionDigits: 0", "number, integer"]
])

const dateFormats: ReadonlyMap<string, string> = new Map([
  ["", "date"],
  ...["short", "medium", "long", "full"].map((style) => [`dateStyle: ${style}`, `date, ${style}`] as const),
  ["timeStyle: medium", "time"],
  ...["short", "long", "full"].map((style) => [`timeStyle: ${style}`, `time, ${style}`] as const)
])

const mediumTime = ["timeStyle: medium", "time"] as const

const fractionFormat = (options: string): string | null => {
  const [, most, least] = /^maximumFractionDigits: ([1-9]\d?), minimumFractionDigits: ([1-9]\d?)$/.exec(options) ?? []
  if (most === undefined || most !== least || Number(most) > formatLimits.fractionDigitsMax) return null
  return `number, .${"0".repeat(Number(most))}`
}

const optionsOf = ({ named }: CallArguments): string =>
  named
    .map(({ name, value }) => `${name.name}: ${value.value}`)
    .sort()
    .join(", ")

const call = (functionName: string, variableName: string, options: string): FunctionReference => {
  const named = options === "" ? [] : options.split(", ").sort().reverse().map(namedArgument)
  const variable = new VariableReference(new Identifier(variableName))
  return new FunctionReference(new Identifier(functionName), new Arguments([variable], named))
}

const namedArgument = (option: string): NamedArgument => {
  const [name = "", value = ""] = option.split(": ")
  const literal = /^\d+$/.test(value) ? new NumberLiteral(value) : new StringLiteral(value)
  return new NamedArgument(new Identifier(name), literal)
}
