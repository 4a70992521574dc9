import type { PromptContext } from "./prompt-context.ts"
import { promptFragments } from "./prompt-fragments.ts"
import { removeSeparators } from "./prompt-text.ts"
import { type PromptValues, promptVariables } from "./prompt-variables.ts"

/** A variable of templates as clients show it. */
export interface PromptVariable {
  readonly name: string
  /** null: an object, or no text was asked for. Of a fragment: its template. */
  readonly value: string | null
  readonly description: string | null
  readonly type: "FRAGMENT" | "OBJECT" | "STRING"
  /** Variables of an object. */
  readonly props: ReadonlyArray<PromptVariable>
}

const ofLanguage = {
  languageName: "Name of the language",
  languageTag: "Tag of the language",
  translation: "Text of the key in the language, escaped for a JSON string",
  languageNote: "Note of the project for texts in the language",
  isCJK: "Whether the language is Chinese, Japanese or Korean"
}

const otherLanguages = "Further languages with a text of the key, by tag"

/** Descriptions of the variables, in the order in which clients list them. */
const descriptions: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  source: ofLanguage,
  target: {
    ...ofLanguage,
    tone: "`formal` or `informal`; empty: the custom of the language",
    pluralFormExamples: "Plural forms of the language, each with the text for a number; empty: the text is no plural",
    exactForms: "Plural forms for exact numbers",
    exampleIcuPlural: "Shape of the plural"
  },
  project: { name: "Name of the project", description: "Note of the project" },
  key: {
    name: "Name of the key",
    namespace: "Namespace of the key; empty: the default namespace",
    description: "Description of the key",
    maxCharLimit: "Length limit of the translation in characters; empty: none"
  },
  relatedKeys: { json: "Texts that users see near the text, one JSON object a line" },
  reviewed: { json: "An approved translation into another language, as a JSON object" },
  previous: {
    source: "The text before it changed, escaped for a JSON string",
    translation: "The translation that was approved before the text changed, escaped for a JSON string"
  },
  translationMemory: { json: "Translations of similar texts, one JSON object a line" },
  glossary: {
    json: "Glossary terms in the text, one JSON object a line",
    hasCaseSensitive: "Whether a term is case-sensitive",
    hasAbbreviation: "Whether a term is an abbreviation",
    hasForbiddenTerm: "Whether a term is forbidden",
    hasNonTranslatable: "Whether a term stays as it is"
  },
  screenshots: {
    first: "The first screenshot of the key, small",
    firstFull: "The first screenshot of the key in full size",
    all: "The screenshots of the key, small",
    allFull: "The screenshots of the key in full size"
  }
}

/** Lists the variables of templates with their values for a text. `context` null: without values. */
export const listPromptVariables = (context: PromptContext | null): ReadonlyArray<PromptVariable> => {
  const values = context === null ? null : promptVariables(context)
  const others = Object.entries(objectAt(values, "other") ?? {})
  return [
    object(
      "fragment",
      "Blocks of the default prompt",
      promptFragments.map(({ name, template, description }) => ({
        name,
        value: template,
        description,
        type: "FRAGMENT",
        props: []
      }))
    ),
    ...Object.entries(descriptions).map(([name, fields]) =>
      object(name, null, listFields(fields, objectAt(values, name)))
    ),
    object(
      "other",
      otherLanguages,
      others.map(([tag, value]) => object(tag, null, listFields(ofLanguage, typeof value === "object" ? value : null)))
    )
  ]
}

const object = (name: string, description: string | null, props: ReadonlyArray<PromptVariable>): PromptVariable => ({
  name,
  value: null,
  description,
  type: "OBJECT",
  props
})

const listFields = (fields: Readonly<Record<string, string>>, values: PromptValues | null) =>
  Object.entries(fields).map(
    ([name, description]): PromptVariable => ({
      name,
      value: values === null ? null : removeSeparators(String(values[name] ?? "")),
      description,
      type: "STRING",
      props: []
    })
  )

const objectAt = (values: PromptValues | null, name: string): PromptValues | null => {
  const value = values?.[name]
  return typeof value === "object" ? value : null
}
