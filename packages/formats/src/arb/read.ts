import type { Json } from "@dragoman/domain/error"
import { valueIsNotString } from "@dragoman/domain/import"
import type { MessageNode } from "../icu/message-node.ts"
import { parseMessage } from "../icu/parse-message.ts"
import { buildImportedFile } from "../imported-file-builder.ts"
import { parseJson } from "../json/parse-json.ts"
import { convertText } from "../placeholder/reading/convert-text.ts"
import { parseFailure, type ReadableFormat, type Reader } from "../reader.ts"
import { decodeText, positionsIn } from "../source-text.ts"
import { toJson } from "../tree/to-json.ts"
import type { TreeMember, TreeObject } from "../tree/tree-node.ts"
import { localeOfPath } from "./arb-locale.ts"

/**
 * Reads an application resource bundle of Flutter: texts are ICU messages, members `@key` describe a key.
 * Source: docs/formats.md#flutter-arb.
 */
export const readArb: Reader = (bytes, options) => {
  const decoded = decodeText(bytes)
  if (decoded.kind === "failure") return decoded
  const positionOf = positionsIn(decoded.text)
  const root = parseJson(decoded.text)
  if (root.kind === "error") return parseFailure(root.message, positionOf(root.offset))
  if (root.kind !== "object") return parseFailure("The document is no object", positionOf(root.offset))

  const locale = root.members.get("@@locale")?.value
  const languageName = locale?.kind === "text" && locale.text !== "" ? locale.text : localeOfPath(options.path)
  const builder = buildImportedFile(options.textMaxUtf16Units, decoded.text.length)
  const described = new Map<string, TreeMember>()
  for (const [name, member] of root.members) if (name.startsWith("@")) described.set(name.slice(1), member)
  let keyIndex = 0
  for (const [keyName, { value, nameOffset }] of root.members) {
    if (keyName.startsWith("@")) continue
    if (builder.hasFailed()) break
    const position = positionOf(nameOffset)
    if (value.kind === "text" || value.kind === "null") {
      const converted =
        value.kind === "null"
          ? null
          : convertText(options.icuPlaceholders ? quoteNumberSigns(value.text) : value.text, null, options)
      builder.addValue({ keyName, languageName, value: converted, keyIndex: 0, position })
      addDescription(keyName, described.get(keyName))
    } else {
      builder.recordKey(keyName)
      const found = JSON.stringify(toJson(value))
      builder.raise(valueIsNotString(keyName, keyIndex, found, positionOf(value.offset)))
    }
    keyIndex++
  }
  for (const { name, nameOffset } of root.replaced ?? []) {
    if (name.startsWith("@")) continue
    const sentence = "The name comes again in the same object: the last value was read, this one was not."
    builder.warn({ keyName: name, languageName, position: positionOf(nameOffset), sentence })
  }
  const reason = options.format === null ? "fallback" : "requested"
  return builder.finish({ format: formatName, reason, scores: [] })

  function addDescription(keyName: string, described: TreeMember | undefined) {
    if (described?.value.kind !== "object") return
    const { members }: TreeObject = described.value
    const description = members.get("description")
    if (description?.value.kind === "text") {
      builder.addDescription(keyName, description.value.text, positionOf(description.nameOffset))
    }
    const placeholders = members.get("placeholders")
    if (placeholders?.value.kind !== "object") return
    const value: Json = toJson(placeholders.value)
    builder.addCustomValue(keyName, placeholdersName, value, positionOf(placeholders.nameOffset))
  }
}

/** Flutter has no `#` for the number of a plural: it is text. */
const quoteNumberSigns = (text: string): string => {
  if (!text.includes("#")) return text
  const parsed = parseMessage(text)
  if (parsed.kind === "error") return text
  let quoted = ""
  let copied = 0
  const quote = (nodes: ReadonlyArray<MessageNode>) => {
    for (const node of nodes) {
      if (node.kind === "numberSign") {
        quoted += `${text.slice(copied, node.start)}'#'`
        copied = node.end
      } else if ("options" in node) {
        for (const option of node.options) quote(option.nodes)
      }
    }
  }
  quote(parsed.nodes)
  return quoted + text.slice(copied)
}

/** The custom value that has the types and formats of the arguments. */
export const placeholdersName = "_flutterArbPlaceholders"

const formatName = "FLUTTER_ARB"

export const arbFormat: ReadableFormat = {
  extensions: ["arb"],
  variants: [{ format: formatName, dialect: null, weight: null }],
  read: readArb
}
