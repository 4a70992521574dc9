import { CircleQuestionMark } from "lucide-react"
import { useState } from "react"
import { Button, Dialog, DialogTrigger, Heading, Popover } from "react-aria-components"
import { flushSync } from "react-dom"
import type { TextKey } from "../../base/texts/load-texts.ts"
import { useText } from "../../base/texts/text.ts"
import styles from "./search-help.module.css"

interface SearchHelpProps {
  /** A field of the examples. */
  readonly baseTag: string
  /** Takes the beginning of a term. */
  readonly onInsert: (term: string) => void
}

/** Terms of a search line: the part that is put into the line, an example of its value, the text that explains it. */
const termsOf = (baseTag: string): ReadonlyArray<readonly [term: string, value: string, meaning: TextKey]> => [
  ["", '"to pay"', "search-line.words"],
  ["key:", "cart.*", "search-line.key"],
  [`${baseTag}:`, '"to pay"', "search-line.language"],
  ["text:", "pay", "search-line.text"],
  ["description:", "button", "search-line.description"],
  ["ns:", "shop", "search-line.namespace"],
  ["tag:", "web", "search-line.tag"],
  ["state:", "reviewed", "search-line.state"],
  ["has:", "screenshot", "search-line.has"],
  ["by:", "ann@example.org", "search-line.by"],
  ["-", "description:button", "search-line.not"]
]

/** Explains the terms of a search line; a term that is pressed begins in the line. */
export const SearchHelp = ({ baseTag, onInsert }: SearchHelpProps) => {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <Button aria-label={t("search-line.help")}>
        <CircleQuestionMark aria-hidden />
      </Button>
      <Popover className={styles["popover"] ?? ""} placement="bottom end" offset={8}>
        <Dialog className={styles["help"] ?? ""}>
          <Heading slot="title" level={2}>
            {t("search-line.help")}
          </Heading>
          <p>{t("search-line.all-terms")}</p>
          <table>
            <tbody>
              {termsOf(baseTag).map(([term, value, meaning]) => (
                <tr key={meaning}>
                  <th scope="row">
                    <button
                      type="button"
                      onClick={() => {
                        flushSync(() => setOpen(false))
                        // The popover gives the focus back to its button in the next frame.
                        requestAnimationFrame(() => onInsert(term))
                      }}
                    >
                      <code dir="ltr">
                        {term}
                        {value}
                      </code>
                    </button>
                  </th>
                  <td>{t(meaning)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}
