import {
  type CheckFinding,
  type CheckType,
  type ProseCheckType,
  proseCheckTypes,
  proseFindings,
  proseForms
} from "@dragoman/formats/check"
import type { LanguageTool, Prose } from "./language-tool.ts"
import type { TextCheck } from "./quality-rules.ts"

export const isProseType = (type: string): type is ProseCheckType => proseCheckTypes.some((one) => one === type)

/** Spelling and grammar of one text; `missing`: the texts that have to be checked before it is known. */
export type ProseResult =
  | { readonly findings: ReadonlyArray<CheckFinding> }
  | { readonly missing: ReadonlyArray<Prose> }

/** Finds the problems of spelling and grammar in a text that a check has read. */
export type CheckProse = (checked: ReturnType<TextCheck["read"]>, types: ReadonlySet<CheckType>) => ProseResult

const clean: ProseResult = { findings: [] }

/** Leaves texts to the background, which alone talks to LanguageTool. */
export const deferProse: CheckProse = (checked, types) =>
  checked !== null && proseCheckTypes.some((type) => types.has(type)) ? { missing: [] } : clean

/** Looks up what LanguageTool has found. */
export const rememberedProse =
  (tool: LanguageTool["Service"]): CheckProse =>
  (checked, types) => {
    if (checked === null || !tool.isConfigured || !proseCheckTypes.some((type) => types.has(type))) return clean
    const { languageTag } = checked
    const forms = proseForms(checked).map((form) => {
      const prose = { languageTag, text: form.prose }
      return { form, prose, report: tool.peek(prose) }
    })
    const missing = forms.filter(({ report }) => report === undefined).map(({ prose }) => prose)
    if (missing.length > 0) return { missing }
    const known = forms.flatMap(({ form, report }) => (Array.isArray(report) ? [{ form, problems: report }] : []))
    // A text that LanguageTool rejects stays stale, because it is not checked.
    return known.length < forms.length ? { missing: [] } : { findings: proseFindings(checked, known, types) }
  }
