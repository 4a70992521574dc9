import { escapeJson } from "@dragoman/domain/machine-translation"
import Handlebars from "handlebars"
import { jsonOfEscaped } from "./escaped-json.ts"

/** A template that cannot be rendered. Lines and columns count from 1; 0: the place is unknown. */
export interface TemplateError {
  readonly reason: string
  readonly line: number
  readonly column: number
}

export type RenderedTemplate =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly error: TemplateError }

/** Sizes in UTF-16 units. */
export interface TemplateLimits {
  readonly templateMax: number
  readonly resultMax: number
  /** Name of the result in errors. */
  readonly resultName: string
}

/** Blocks inside of each other. Templates of people have two or three. */
const depthMax = 20

/** Expressions and ends of blocks. The parser takes time that grows with the square of their number. */
const expressionsMax = 500

/** Rounds of all loops of a rendering. The longest list of a prompt, that of languages, has 20 entries. */
const roundsMax = 1_000

/**
 * Renders a template of a person. A template reads own properties of `values`, calls the helpers of Handlebars that only read,
 * and ends: it has no recursion and few rounds of loops. Unknown variables are empty.
 */
export const renderTemplate = (template: string, values: object, limits: TemplateLimits): RenderedTemplate => {
  const { templateMax, resultMax, resultName } = limits
  if (template.length > templateMax) return tooLong("template", templateMax)
  if (template.split("{{").length - 1 > expressionsMax) {
    return unplaced(`The template has more than ${expressionsMax} expressions`)
  }
  try {
    const compiled = compile(template)
    rounds = 0
    jsonLeft = resultMax
    // Each loop around a text counts it again.
    loopedLeft = depthMax * resultMax
    loopedReason = tooLongReason(resultName, resultMax)
    const text = String(compiled(values, runtimeOptions))
    return text.length > resultMax ? tooLong(resultName, resultMax) : { ok: true, text }
  } catch (error) {
    return { ok: false, error: describe(template, error) }
  }
}

/** Compiling takes a hundred times as long as rendering, and jobs render the same templates for each text. */
const compile = (template: string): Handlebars.TemplateDelegate => {
  const known = compiledTemplates.get(template)
  if (known !== undefined) return known
  checkNodes(environment.parse(template), 0)
  const compiled = environment.compile(template, compileOptions)
  if (compiledTemplates.size >= compiledMax) compiledTemplates.clear()
  compiledTemplates.set(template, compiled)
  return compiled
}

const compiledTemplates = new Map<string, Handlebars.TemplateDelegate>()

const compiledMax = 100

const compileOptions: CompileOptions = {
  noEscape: true,
  knownHelpersOnly: true,
  knownHelpers: { escapeJson: true, json: true, log: false, helperMissing: false, blockHelperMissing: false }
}

const runtimeOptions: Handlebars.RuntimeOptions = {
  allowProtoPropertiesByDefault: false,
  allowProtoMethodsByDefault: false
}

/** Rounds of the rendering that runs; renderings never wait for anything. */
let rounds = 0

/** Characters that the helper `json` may still write: in loops it could write a large value many times. */
let jsonLeft = 0

/** Characters that loops may still write, so that a result which is too long is not written to its end; and the error then. */
let loopedLeft = 0
let loopedReason = ""

const countRounds = (options: Handlebars.HelperOptions): Handlebars.HelperOptions => ({
  ...options,
  fn: (context, runtime) => {
    rounds++
    if (rounds > roundsMax) throw new Error(`The loops of the template have more than ${roundsMax} rounds`)
    const text = options.fn(context, runtime)
    loopedLeft -= text.length
    if (loopedLeft < 0) throw new Error(loopedReason)
    return text
  }
})

const makeEnvironment = (): typeof Handlebars => {
  const made = Handlebars.create()
  const each = made.helpers["each"]
  made.unregisterHelper("log")
  made.registerHelper("escapeJson", (value: unknown) => (typeof value === "string" ? escapeJson(value) : ""))
  made.registerHelper("json", (...given: ReadonlyArray<unknown>) => {
    const text = given.length > 1 ? jsonOfEscaped(given[0]) : "null"
    jsonLeft -= text.length
    if (jsonLeft < 0) throw new Error("The values of the helper json are too large")
    return text
  })
  made.registerHelper("each", function (this: unknown, ...given: ReadonlyArray<unknown>) {
    const options = given.at(-1) as Handlebars.HelperOptions
    return each?.call(this, ...given.slice(0, -1), countRounds(options))
  })
  return made
}

const environment = makeEnvironment()

/** Partials call templates, and decorators change how a template runs: templates of people have neither. */
const rejectedTypes: ReadonlyArray<unknown> = [
  "PartialStatement",
  "PartialBlockStatement",
  "Decorator",
  "DecoratorBlock"
]

/** Throws for nodes that templates of people do not have, and for blocks in too many others. */
const checkNodes = (value: unknown, outerDepth: number): void => {
  if (typeof value !== "object" || value === null) return
  const node = value as Partial<hbs.AST.Node>
  const fail = (reason: string) => new Handlebars.Exception(reason, node as hbs.AST.Node)
  if (rejectedTypes.includes(node.type)) throw fail("Templates have no partials and no decorators")
  const depth = node.type === "Program" ? outerDepth + 1 : outerDepth
  if (depth > depthMax) throw fail(`Blocks are nested more than ${depthMax} deep`)
  for (const [name, part] of Object.entries(node)) {
    if (name !== "loc") checkNodes(part, depth)
  }
}

const unplaced = (reason: string): RenderedTemplate => ({ ok: false, error: { reason, line: 0, column: 0 } })

const tooLong = (thing: string, max: number): RenderedTemplate => unplaced(tooLongReason(thing, max))

const tooLongReason = (thing: string, max: number): string => `The ${thing} is longer than ${max} characters`

const describe = (template: string, error: unknown): TemplateError => {
  if (!(error instanceof Error)) throw error
  // The stack is full of blocks or expressions in each other, or the text is longer than any string can be.
  if (error instanceof RangeError) return { reason: "The template is too deep or too long", line: 0, column: 0 }
  const { message, lineNumber, column } = error as Error & { readonly lineNumber?: unknown; readonly column?: unknown }
  if (typeof lineNumber === "number" && typeof column === "number") {
    return { reason: message.replace(/ - \d+:\d+$/, ""), line: lineNumber, column: column + 1 }
  }
  const syntax = /^(?:Parse|Lexical) error on line (\d+)[^\n]*\n([^\n]*)\n(-*)\^/.exec(message)
  if (syntax === null) return { reason: message, line: 0, column: 0 }
  const [, line = "", shown = "", dashes = ""] = syntax
  const reason = message.endsWith("got 'EOF'") ? "An expression or a block has no end" : "The expression is not valid"
  return { reason, ...(placeOf(template, shown, dashes.length) ?? { line: Number(line), column: 0 }) }
}

/**
 * Finds the place of a syntax error. The parser shows some characters before and after it, without line breaks, and with `...`
 * where it leaves others out.
 */
const placeOf = (template: string, shown: string, position: number): Omit<TemplateError, "reason"> | null => {
  const isCut = shown.startsWith("...") && position >= 3
  const excerpt = shown.slice(isCut ? 3 : 0).replace(/\.\.\.$/, "")
  const start = template.replaceAll("\n", "").indexOf(excerpt)
  if (start === -1) return null
  let left = start + position - (isCut ? 3 : 0)
  const rows = template.split("\n")
  const index = rows.findIndex((row) => {
    if (left < row.length) return true
    left -= row.length
    return false
  })
  return index === -1
    ? { line: rows.length, column: (rows.at(-1)?.length ?? 0) + 1 }
    : { line: index + 1, column: left + 1 }
}
