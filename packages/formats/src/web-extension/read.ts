import { valueIsNotString } from "@dragoman/domain/import"
import { webExtensionPlaceholdersName } from "../format-data.ts"
import { buildImportedFile } from "../imported-file-builder.ts"
import { parseJson } from "../json/parse-json.ts"
import { convertText } from "../placeholder/reading/convert-text.ts"
import { parseFailure, type ReadableFormat, type ReadOptions, type ReadResult } from "../reader.ts"
import { decodeText, positionsIn } from "../source-text.ts"
import { toJson } from "../tree/to-json.ts"
import type { TreeMember, TreeNode, TreeObject } from "../tree/tree-node.ts"
import { isLocalesPath, isMessagesPath, parseLocalesPath } from "./locales-path.ts"
import { messageDialect } from "./message-placeholder.ts"

/**
 * The format for the files of `json` and the messages of WebExtensions: `messages.json` in a folder of `_locales`, or one of
 * that name elsewhere whose members are all messages.
 */
export const withWebExtension = (json: ReadableFormat): ReadableFormat => ({
  ...json,
  variants: [...json.variants, { format: formatName, dialect: messageDialect, weight: null }],
  read: (bytes, options) => {
    if (options.format !== formatName && (options.format !== null || !isMessagesPath(options.path))) {
      return json.read(bytes, options)
    }
    const decoded = decodeText(bytes)
    const root = decoded.kind === "text" ? parseJson(decoded.text) : null
    if (decoded.kind === "failure" || root === null || root.kind === "error") return json.read(bytes, options)
    const isAsked = options.format === formatName || isLocalesPath(options.path)
    if (!isAsked && !isCatalog(root)) return json.read(bytes, options)
    return readMessages(decoded.text, root, options)
  }
})

const isCatalog = (root: TreeNode): boolean =>
  root.kind === "object" &&
  root.members.size > 0 &&
  [...root.members.values()].every(
    ({ value }) => value.kind === "object" && value.members.get("message")?.value.kind === "text"
  )

/**
 * Reads the messages of a WebExtension: names are keys, `description` and `placeholders` are kept with them.
 * Source: docs/formats.md#webextensions.
 */
const readMessages = (text: string, root: TreeNode, options: ReadOptions): ReadResult => {
  const positionOf = positionsIn(text)
  if (root.kind !== "object") return parseFailure("The document is no object", positionOf(root.offset))
  const { languageName, namespace } = parseLocalesPath(options.path)
  const builder = buildImportedFile(options.textMaxUtf16Units, text.length)
  let keyIndex = 0
  for (const [keyName, { value, nameOffset }] of root.members) {
    if (builder.hasFailed()) break
    const members = value.kind === "object" ? value.members : noMembers
    const message = members.get("message")?.value
    if (message?.kind === "text") addMessage(keyName, nameOffset, message.text, members)
    else {
      builder.recordKey(keyName)
      const found = JSON.stringify(toJson(message ?? value))
      builder.raise(valueIsNotString(keyName, keyIndex, found, positionOf((message ?? value).offset)))
    }
    keyIndex++
  }
  for (const { name, nameOffset } of root.replaced ?? []) {
    const sentence = "The name comes again in the same object: the last value was read, this one was not."
    builder.warn({ keyName: name, languageName, position: positionOf(nameOffset), sentence })
  }
  const reason = options.format === null ? "fallback" : "requested"
  return builder.finish({ format: formatName, reason, scores: [] }, namespace)

  function addMessage(keyName: string, nameOffset: number, message: string, members: TreeObject["members"]) {
    const position = positionOf(nameOffset)
    const converted = convertText(message, messageDialect, options)
    builder.addValue({ keyName, languageName, value: converted, keyIndex: 0, position })
    const description = members.get("description")
    if (description?.value.kind === "text" && description.value.text.trim() !== "") {
      builder.addDescription(keyName, description.value.text, positionOf(description.nameOffset))
    }
    const placeholders = members.get("placeholders")
    const undefinedName = firstUndefined(message, placeholders)
    if (undefinedName !== null) {
      const sentence = `"$${undefinedName}$" has no member in placeholders: Chrome does not load such a file.`
      builder.warn({ keyName, languageName, position, sentence })
    }
    if (placeholders?.value.kind !== "object" || placeholders.value.members.size === 0) return
    const data = { [webExtensionPlaceholdersName]: toJson(placeholders.value) }
    builder.addFormatData(keyName, languageName, { data }, positionOf(placeholders.nameOffset))
  }
}

const noMembers: TreeObject["members"] = new Map()

const firstUndefined = (message: string, placeholders: TreeMember | undefined): string | null => {
  const members = placeholders?.value.kind === "object" ? placeholders.value.members : noMembers
  const defined = new Set([...members.keys()].map((name) => name.toLowerCase()))
  const names = messageDialect.splitText(message).flatMap((part) => {
    return part.kind === "argument" && part.naming === "named" ? [part.name] : []
  })
  return names.find((name) => !defined.has(name.toLowerCase())) ?? null
}

const formatName = "JSON_WEBEXTENSION"
