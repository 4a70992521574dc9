import {
  chosenFragments,
  dataRule,
  defaultPromptTemplate,
  type PromptContext,
  type PromptOption,
  type PromptPart,
  type PromptValues,
  promptFragments,
  promptLimits,
  promptVariables,
  readMarkers
} from "@dragoman/domain/machine-translation"
import { renderTemplate, type TemplateError, type TemplateLimits } from "../template/render-template.ts"

/** A prompt as a language model gets it; images are still to be read. */
export interface RenderedPrompt {
  /** Instructions that are equal for many texts. */
  readonly system: string
  readonly parts: ReadonlyArray<PromptPart>
  readonly isJson: boolean
  /** Characters of the text, from which the price is estimated before the request. */
  readonly characters: number
  readonly images: number
}

export type PromptResult =
  | { readonly ok: true; readonly prompt: RenderedPrompt }
  | { readonly ok: false; readonly error: TemplateError }

export interface PromptRequest {
  /** Template of the project; null: the default one. */
  readonly template: string | null
  /** Fragments with an option that are part of the prompt; null: all. */
  readonly options: ReadonlyArray<PromptOption> | null
  readonly context: PromptContext
}

const limits: TemplateLimits = {
  templateMax: promptLimits.templateMax,
  resultMax: promptLimits.promptMax,
  resultName: "prompt"
}

/** Renders the prompt for a text: first the fragments, then the template with them. */
export const renderPrompt = ({ template, options, context }: PromptRequest): PromptResult => {
  const values = promptVariables(context)
  const fragments = renderFragments(options, values)
  const isDefault = template === null || template === defaultPromptTemplate
  const stable = isDefault ? promptFragments.filter(({ isStable }) => isStable).map(({ name }) => name) : []
  const rendered = isDefault
    ? join(promptFragments.flatMap(({ name }) => (stable.includes(name) ? [] : [fragments[name] ?? ""])))
    : renderTemplate(template, { ...values, fragment: fragments }, limits)
  if (typeof rendered !== "string" && !rendered.ok) return rendered
  const text = typeof rendered === "string" ? rendered : rendered.text
  const system = isDefault ? textOf(join(stable.map((name) => fragments[name] ?? ""))) : dataRule
  const { parts, isJson } = readMarkers(text, context.screenshotIds)
  const texts = parts.flatMap((part) => (part.type === "text" ? [part.text] : []))
  const characters = texts.reduce((sum, { length }) => sum + length, system.length)
  return { ok: true, prompt: { system, parts, isJson, characters, images: parts.length - texts.length } }
}

const renderFragments = (
  options: ReadonlyArray<PromptOption> | null,
  values: PromptValues
): Readonly<Record<string, string>> => {
  const chosen = chosenFragments(options)
  return Object.fromEntries(
    promptFragments.map((fragment) => {
      const rendered = chosen.includes(fragment) ? renderTemplate(fragment.template, values, limits) : null
      return [fragment.name, rendered?.ok ? rendered.text : ""]
    })
  )
}

const join = (texts: ReadonlyArray<string>): string => texts.filter((text) => text.trim() !== "").join("\n\n")

/** Instructions have no images: markers in them come from a template, which they do not. */
const textOf = (text: string): string =>
  readMarkers(text, [])
    .parts.flatMap((part) => (part.type === "text" ? [part.text] : []))
    .join("\n")
