import type { GlossaryTerm } from "@dragoman/domain/glossary"
import { escapeXmlText, keepCarriageReturns, quoteXmlAttribute, removeForbiddenCharacters } from "../xml/escape-xml.ts"
import { abbreviationType, categoriesOfFlags, deprecatedStatus } from "./categories.ts"

/**
 * Kinds of TBX-Basic: version 3 with data categories as attributes or as elements, and version 2, which other tools name
 * MARTIF.
 */
export const tbxStyles = ["dca", "dct", "martif"] as const

export type TbxStyle = (typeof tbxStyles)[number]

export interface TbxOptions {
  readonly style: TbxStyle
  readonly baseLanguageTag: string
}

/** Prints the beginning of a termbase. Source: docs/glossaries.md#tbx. */
export const printTbxStart = ({ style, baseLanguageTag }: TbxOptions): string => {
  const language = `xml:lang=${quoteXmlAttribute(baseLanguageTag)}`
  const root =
    style === "martif"
      ? `<martif type="TBX-Basic" ${language}>`
      : `<tbx type="TBX-Basic" style="${style}" ${language} xmlns="urn:iso:std:iso:30042:ed-2"${style === "dct" ? elementNamespaces : ""}>`
  const header = style === "martif" ? "martifHeader" : "tbxHeader"
  return `<?xml version="1.0" encoding="UTF-8"?>
${root}
  <${header}><fileDesc><sourceDesc><p>Dragoman</p></sourceDesc></fileDesc></${header}>
  <text>
    <body>
`
}

const elementNamespaces =
  ' xmlns:min="http://www.tbxinfo.net/ns/min" xmlns:basic="http://www.tbxinfo.net/ns/basic" xmlns:x="urn:dragoman:glossary"'

/** Prints an entry for each term. */
export const printTbxTerms = (terms: ReadonlyArray<GlossaryTerm>, options: TbxOptions): string =>
  terms.map((term) => printEntry(term, options)).join("")

/** Prints the end. */
export const printTbxEnd = ({ style }: TbxOptions): string =>
  `    </body>\n  </text>\n</${style === "martif" ? "martif" : "tbx"}>\n`

/** Prints an entry without an id: a number would be the id of another one in another file. */
const printEntry = ({ baseText, description, flags, translations }: GlossaryTerm, options: TbxOptions): string => {
  const { style, baseLanguageTag } = options
  const entry = style === "martif" ? "termEntry" : "conceptEntry"
  const texts = [...(baseText === "" ? [] : [[baseLanguageTag, baseText] as const]), ...translations]
  if (texts.length === 0) return ""
  return [
    `      <${entry}>`,
    ...(description === "" ? [] : [`        ${printCategory("descrip", "definition", description, style)}`]),
    ...(flags.flagNonTranslatable
      ? [`        ${printCategory("admin", categoriesOfFlags.flagNonTranslatable, "no", style)}`]
      : []),
    ...(flags.flagCaseSensitive
      ? [`        ${printCategory("admin", categoriesOfFlags.flagCaseSensitive, "yes", style)}`]
      : []),
    ...texts.flatMap(([languageTag, text]) => printLanguage(languageTag, text, flags, style)),
    `      </${entry}>\n`
  ].join("\n")
}

const printLanguage = (
  languageTag: string,
  text: string,
  { flagForbiddenTerm, flagAbbreviation }: GlossaryTerm["flags"],
  style: TbxStyle
): ReadonlyArray<string> => {
  const [language, section] = style === "martif" ? ["langSet", "tig"] : ["langSec", "termSec"]
  return [
    `        <${language} xml:lang=${quoteXmlAttribute(languageTag)}>`,
    `          <${section}>`,
    `            <term>${printText(text)}</term>`,
    ...(flagAbbreviation ? [`            ${printCategory("termNote", "termType", abbreviationType, style)}`] : []),
    ...(flagForbiddenTerm
      ? [`            ${printCategory("termNote", "administrativeStatus", deprecatedStatus, style)}`]
      : []),
    `          </${section}>`,
    `        </${language}>`
  ]
}

/** The modules of TBX that define the categories, by the prefixes of their namespaces. */
const prefixes: Readonly<Record<string, string>> = {
  definition: "basic",
  termType: "basic",
  administrativeStatus: "min"
}

const printCategory = (element: string, category: string, text: string, style: TbxStyle): string => {
  if (style !== "dct") return `<${element} type="${category}">${printText(text)}</${element}>`
  const name = `${prefixes[category] ?? "x"}:${category}`
  return `<${name}>${printText(text)}</${name}>`
}

const printText = (text: string): string => keepCarriageReturns(escapeXmlText(removeForbiddenCharacters(text)))
