/** ICU messages alone, for programs that read no files: a browser that edits texts. */
export type {
  ArgumentNode,
  ChoiceNode,
  ChoiceOption,
  LiteralNode,
  MessageNode,
  NumberSignNode
} from "./icu/message-node.ts"
export { type MessageError, type ParsedMessage, parseMessage } from "./icu/parse-message.ts"
export { visibleLength, visibleText } from "./icu/visible-length.ts"
export { type PluralMessage, parsePluralMessage, printPluralMessage } from "./plural/plural-message.ts"
export { changeForms, type PluralTexts, pluralToSingular, toPluralTexts, wrapAsPlural } from "./plural/plural-texts.ts"
