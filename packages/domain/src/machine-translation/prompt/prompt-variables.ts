import { type PromptContext, type PromptExample, type PromptLanguage, promptLimits } from "./prompt-context.ts"
import { cutText, escapeJson, screenshotMarker, separateMarkers } from "./prompt-text.ts"

/** Values of a template: texts, and objects of them. Absent values are empty texts. */
export interface PromptValues {
  readonly [name: string]: string | boolean | PromptValues
}

/** Languages that write without spaces, beside which Latin words stand apart. */
const cjkLanguages = ["zh", "ja", "ko"]

/**
 * The variables of a template, as plain data. Texts of users are capped, and begin no marker; `translation` and `json` are
 * escaped for JSON strings.
 */
export const promptVariables = (context: PromptContext): PromptValues => {
  const { project, key, source, target, others, plural, terms, previous } = context
  const glossary = terms.slice(0, promptLimits.termsMax).filter(isTelling)
  const screenshots = context.screenshotIds.slice(0, promptLimits.screenshotsMax)
  return {
    source: languageValues(source, Number.POSITIVE_INFINITY),
    target: {
      ...languageValues(target, promptLimits.textMax),
      tone: target.formality === "DEFAULT" ? "" : target.formality.toLowerCase(),
      pluralFormExamples: lines(
        (plural?.forms ?? []).map(
          ({ selector, example, sourceText }) => `${selector} (for example ${example}): "${escaped(sourceText)}"`
        )
      ),
      exactForms: (plural?.forms ?? [])
        .flatMap(({ selector }) => (selector.startsWith("=") ? [selector] : []))
        .join(", "),
      exampleIcuPlural:
        plural === null
          ? ""
          : `{${data(plural.argumentName)}, plural, ${plural.forms.map(({ selector }) => `${selector} {…}`).join(" ")}}`
    },
    other: Object.fromEntries(
      others.slice(0, promptLimits.othersMax).map((other) => [other.tag, languageValues(other, promptLimits.textMax)])
    ),
    reviewed: { json: lines(others.flatMap((other) => (other.isReviewed ? reviewedLine(other) : [])).slice(0, 1)) },
    project: { name: name(project.name), description: note(project.note) },
    key: {
      name: name(key?.name ?? ""),
      namespace: name(key?.namespace ?? ""),
      description: data(cutText(key?.description ?? "", promptLimits.descriptionMax)),
      maxCharLimit: key?.maxCharLimit === null || key === null ? "" : String(key.maxCharLimit)
    },
    relatedKeys: { json: exampleLines(context.relatedKeys.slice(0, promptLimits.relatedKeysMax)) },
    translationMemory: { json: exampleLines(context.memory.slice(0, promptLimits.memoryMax)) },
    glossary: {
      json: lines(
        glossary.map(({ source, ...facts }) =>
          jsonLine({
            source,
            ...Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== null && value !== false))
          })
        )
      ),
      hasCaseSensitive: glossary.some((term) => term.isCaseSensitive),
      hasAbbreviation: glossary.some((term) => term.isAbbreviation),
      hasForbiddenTerm: glossary.some((term) => term.isForbiddenTerm),
      hasNonTranslatable: glossary.some((term) => term.isNonTranslatable)
    },
    screenshots: {
      first: screenshots
        .slice(0, 1)
        .map((id) => screenshotMarker(id, "small"))
        .join(""),
      firstFull: screenshots
        .slice(0, 1)
        .map((id) => screenshotMarker(id, "full"))
        .join(""),
      all: screenshots.map((id) => screenshotMarker(id, "small")).join("\n"),
      allFull: screenshots.map((id) => screenshotMarker(id, "full")).join("\n")
    },
    previous: {
      source: escaped(cutText(previous?.source ?? "", promptLimits.textMax)),
      translation: escaped(cutText(previous?.target ?? "", promptLimits.textMax))
    }
  }
}

const languageValues = (language: PromptLanguage, textMax: number): PromptValues => ({
  languageName: name(language.name),
  languageTag: name(language.tag),
  translation: escaped(cutText(language.text ?? "", textMax)),
  languageNote: note(language.note),
  isCJK: cjkLanguages.includes(language.tag.split(/[-_]/)[0]?.toLowerCase() ?? "")
})

/** A term says nothing to a translator who learns neither its translation nor how to treat it. */
const isTelling = (term: PromptContext["terms"][number]): boolean =>
  Object.entries(term).some(([field, value]) => field !== "source" && value !== null && value !== false && value !== "")

const reviewedLine = ({ name: language, tag, text }: PromptLanguage) =>
  text === null ? [] : [jsonLine({ language, tag, text })]

const exampleLines = (examples: ReadonlyArray<PromptExample>): string =>
  lines(examples.map(({ source, target, key, keyNamespace }) => jsonLine({ source, target, key, keyNamespace })))

const jsonLine = (fields: Readonly<Record<string, string | boolean | null>>): string =>
  `{${Object.entries(fields)
    .map(([field, value]) => {
      const shown = typeof value === "string" ? `"${escaped(cutText(value, promptLimits.textMax))}"` : String(value)
      return `"${field}":${shown}`
    })
    .join(",")}}`

/** Joins lines while the block has space for whole ones. */
const lines = (all: ReadonlyArray<string>): string => {
  let text = ""
  for (const line of all) {
    if (text.length + line.length < promptLimits.listMax) text += text === "" ? line : `\n${line}`
  }
  return text
}

const data = (text: string): string => separateMarkers(text)
const escaped = (text: string): string => escapeJson(data(text))
const name = (text: string): string => data(cutText(text, promptLimits.nameMax))
const note = (text: string | null): string => data(cutText(text ?? "", promptLimits.noteMax))
