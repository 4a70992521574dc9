import { escapeXmlText, keepCarriageReturns, quoteXmlAttribute, removeForbiddenCharacters } from "../xml/escape-xml.ts"
import { printMemoryDate } from "./memory-date.ts"
import type { MemoryText, MemoryUnit } from "./memory-unit.ts"

/** Prints the beginning of a translation memory (TMX 1.4) from a language. */
export const printMemoryStart = (sourceLanguageTag: string): string => `<?xml version="1.0" encoding="UTF-8"?>
<tmx version="1.4">
  <header creationtool="Dragoman" creationtoolversion="1.0" segtype="sentence" o-tmf="Dragoman" adminlang="en" srclang=${quoteXmlAttribute(sourceLanguageTag)} datatype="PlainText"/>
  <body>
`

/** Prints units. A unit without an id gets none: a number would be the id of another unit in another file. */
export const printMemoryUnits = (units: ReadonlyArray<MemoryUnit>): string =>
  units
    .map(
      ({ id, texts }) =>
        `    <tu${id === null ? "" : ` tuid=${quoteXmlAttribute(id)}`}>\n${texts.map(printText).join("")}    </tu>\n`
    )
    .join("")

export const memoryEnd = "  </body>\n</tmx>\n"

const printText = ({ languageTag, text, createdAt, changedAt }: MemoryText): string => {
  const content = keepCarriageReturns(escapeXmlText(removeForbiddenCharacters(text)))
  return `      <tuv xml:lang=${quoteXmlAttribute(languageTag)}${printDate("creationdate", createdAt)}${printDate("changedate", changedAt)}><seg>${content}</seg></tuv>\n`
}

const printDate = (name: string, millis: number | null): string =>
  millis === null ? "" : ` ${name}="${printMemoryDate(millis)}"`
