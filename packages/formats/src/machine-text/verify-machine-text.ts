import type { CheckContext, FormCheck } from "../check/check.ts"
import { makeContext } from "../check/check-context.ts"
import { sentenceOf } from "../check/check-sentence.ts"
import { checkEntities, checkTagPairs } from "../check/html.ts"
import { checkMarkup } from "../check/markup.ts"
import { checkPlaceholders } from "../check/placeholders.ts"
import { checkEscapes } from "../check/spaces.ts"
import { checkEmpty, checkLength, checkSyntax, type WholeCheck } from "../check/whole-text.ts"
import type { MessageNode } from "../icu/message-node.ts"
import { parseMessage } from "../icu/parse-message.ts"
import { compareParts } from "./compare-parts.ts"
import { asLiteral, type MachineText, type ReadSource, readSource } from "./read-source.ts"
import { repairAnswer } from "./repair-machine-text.ts"
import { termPattern } from "./text-part.ts"

export type { MachineText } from "./read-source.ts"

/** A text that can be stored, or sentences that a person and a model understand. */
export type VerifiedText = { readonly ok: string } | { readonly reasons: ReadonlyArray<string> }

/** More sentences help no reader, and a model reads each of them for money. */
const reasonsMax = 10

/**
 * Repairs a text where the repair is certain, and verifies that nothing of its source was lost or invented: placeholders, tags,
 * addresses, terms, plural forms, exact numbers, the limit of characters. Why: ADR 103.
 */
export const verifyMachineText = (text: MachineText): VerifiedText => {
  const source = readSource(text)
  const answer = repairAnswer(text, source)
  const reasons = findReasons({ ...text, answer }, source)
  return reasons.length === 0 ? { ok: answer } : { reasons: reasons.slice(0, reasonsMax) }
}

const wholeChecks: ReadonlyArray<WholeCheck> = [checkEmpty, checkSyntax, checkLength]

const formChecks: ReadonlyArray<FormCheck> = [checkTagPairs, checkEntities, checkMarkup, checkEscapes]

const findReasons = (text: MachineText, { isIcu, nodes }: ReadSource): ReadonlyArray<string> => {
  const { source, answer } = text
  if (answer.includes("\0")) return ["The text has a NUL character."]
  if (!answer.isWellFormed() && source.isWellFormed()) return ["The text has half of a character."]
  if (hasMask(answer) && !hasMask(source)) return ["The text has a mark of a placeholder that cannot be read."]
  if (countTagStarts(answer) > countTagStarts(source)) {
    return ["The text has “<” in front of a letter more often than the base text: a browser may read a tag there."]
  }
  const context = makeContext({
    text: answer,
    languageTag: text.languageTag,
    base: { text: source, languageTag: text.sourceTag },
    isPlural: text.isPlural,
    isIcu,
    maxCharLimit: text.lengthMax
  })
  const whole = wholeChecks.flatMap((check) => check(context)).map(sentence)
  if (context.syntaxError !== null) return whole
  const parsed = isIcu ? parseMessage(answer) : null
  const ownNodes = parsed?.kind === "message" ? parsed.nodes : asLiteral(answer)
  const argumentName = text.isPlural ? pluralArgument(nodes) : null
  if (argumentName !== null && pluralArgument(ownNodes) !== argumentName) {
    return [...whole, `The text must be one ICU plural of {${argumentName}}: {${argumentName}, plural, … other {…}}.`]
  }
  const compared = compareParts(
    { text: source, nodes, languageTag: text.sourceTag },
    { text: answer, nodes: ownNodes, languageTag: text.languageTag },
    termPattern(text.terms)
  ).map((reason) => reason.charAt(0).toUpperCase() + reason.slice(1))
  const reasons = [...whole, ...compared, ...emptyForms(context), ...formReasons(context, formChecks)]
  // A placeholder that is there can be out of use: letters behind it, such as those of a broken mask.
  return [...new Set(reasons.length === 0 ? formReasons(context, [checkPlaceholders]) : reasons)]
}

/** The argument of the plural that is the whole text. */
const pluralArgument = ([first, ...others]: ReadonlyArray<MessageNode>): string | null =>
  first?.kind === "plural" && others.length === 0 ? first.name : null

const formReasons = (context: CheckContext, checks: ReadonlyArray<FormCheck>): ReadonlyArray<string> =>
  context.forms
    .filter(({ base }) => base !== null && base.text.trim() !== "")
    .flatMap((form) => checks.flatMap((check) => check(form, context)).map(sentence))

/** An empty form is one of the source: else the number would have no text. */
const emptyForms = ({ forms, baseForms }: CheckContext): ReadonlyArray<string> =>
  baseForms.some(({ text }) => text.trim() === "")
    ? []
    : forms
        .filter(({ form, text }) => form !== null && text.trim() === "")
        .map(({ form }) => sentenceOf({ message: "qa_missing_plural_category", params: { variant: form ?? "" } }))

const sentence = ({
  message,
  params
}: {
  readonly message: string
  readonly params?: Readonly<Record<string, string>> | null
}) => sentenceOf({ message, params: params ?? null })

/** Browsers read tags that are never closed, or have attributes that the checks do not know. */
const countTagStarts = (text: string): number => text.match(/<[A-Za-z!?/]/g)?.length ?? 0

/** Marks as they are sent, or what is left of them. */
const hasMask = (text: string): boolean => /id\s?=(?:&quot;|&#39;|\W){0,4}m\s?\d|zx ?\d+ ?q|x ?\d+ ?qz/i.test(text)
