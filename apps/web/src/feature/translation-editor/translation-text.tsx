import type { MessageNode } from "@dragoman/formats/icu"
import { Fragment, memo, type ReactNode } from "react"
import { directionOf } from "../../base/texts/text.ts"
import { IsolatedText } from "../../widget/ui/isolated-text.tsx"
import { splitMarks, type TextMark } from "./split-marks.ts"
import { parsePart, type TextPlace } from "./text-part.ts"
import styles from "./translation-text.module.css"

interface TranslationTextProps {
  readonly text: string
  readonly languageTag: string
  /** false: the project has no ICU placeholders, braces are text. */
  readonly isIcu: boolean
  /** The context of the text; absent: it is a whole message. */
  readonly place?: TextPlace
  /** Parts of the text that are shown in another way, in its order; they do not overlap. */
  readonly marks?: ReadonlyArray<TextMark>
}

/** A text to read: placeholders as chips, plural forms under each other. A text that does not parse is shown as it is written. */
export const TranslationText = memo(
  ({ text, languageTag, isIcu, place = "message", marks = noMarks }: TranslationTextProps) => {
    const parsed = isIcu ? parsePart(text, place) : null
    const direction = directionOf(languageTag)
    const showPlain = direction === "rtl" ? (words: string) => <IsolatedText text={words} /> : (words: string) => words
    const showWords: ShowWords = (words, start, source) =>
      marks.length === 0
        ? showPlain(words)
        : splitMarks(words, start, source, marks).map(({ at, part, mark }) => (
            <Fragment key={at}>{mark === null ? showPlain(part) : mark.show(part)}</Fragment>
          ))
    return (
      <span lang={languageTag} dir={direction} className={styles["text"]}>
        {parsed === null || parsed.kind === "error"
          ? showWords(text, 0, text)
          : showNodes(parsed.nodes, text, showWords)}
      </span>
    )
  }
)

/** Shows the words of a literal, which `source` writes from `start` of the text on. */
type ShowWords = (words: string, start: number, source: string) => ReactNode

const noMarks: ReadonlyArray<TextMark> = []

const showNodes = (nodes: ReadonlyArray<MessageNode>, source: string, showWords: ShowWords): ReactNode =>
  nodes.map((node) => <Fragment key={node.start}>{showNode(node, source, showWords)}</Fragment>)

const showNode = (node: MessageNode, source: string, showWords: ShowWords): ReactNode => {
  switch (node.kind) {
    case "literal":
      return showWords(node.value, node.start, source.slice(node.start, node.end))
    case "numberSign":
      return (
        <bdi dir="ltr" className={styles["chip"]}>
          #
        </bdi>
      )
    case "argument":
      return (
        <bdi dir="ltr" className={styles["chip"]} title={source.slice(node.start, node.end)}>
          {node.name}
        </bdi>
      )
    default:
      return (
        <span className={styles["forms"]}>
          {node.options.map((option) => (
            <span key={option.start} className={styles["form"]}>
              <bdi dir="ltr" className={styles["selector"]}>
                {option.selector}
              </bdi>
              <span>{showNodes(option.nodes, source, showWords)}</span>
            </span>
          ))}
        </span>
      )
  }
}
