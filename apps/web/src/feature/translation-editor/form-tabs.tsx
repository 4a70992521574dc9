import { Plus, Trash2, TriangleAlert } from "lucide-react"
import { type ReactNode, useState } from "react"
import { Tab, TabList, TabPanel, Tabs } from "react-aria-components"
import { useText } from "../../base/texts/text.ts"
import { Button } from "../../widget/ui/button.tsx"
import type { TextIssue } from "./check-message.ts"
import { type EditedMessage, isExact, type MessageForm, placeOfForms } from "./edited-message.ts"
import styles from "./form-tabs.module.css"
import { pluralCategories } from "./plural-category.ts"
import { TranslationText } from "./translation-text.tsx"

interface FormTabsProps {
  readonly message: EditedMessage
  readonly languageTag: string
  /** The form in the field. */
  readonly selector: string
  readonly issues: ReadonlyArray<TextIssue>
  /** The form of the base that fits; null: there is no base. */
  readonly baseForm: MessageForm | null
  readonly base: EditedMessage | null
  readonly baseLanguageTag: string
  readonly onSelect: (selector: string) => void
  readonly onAdd: (number: number) => void
  readonly onRemove: (selector: string) => void
  /** The field. */
  readonly children: ReactNode
}

/** A tab for each form, with numbers that have it; above the field the form of the base that fits. */
export const FormTabs = ({ message, languageTag, selector, issues, children, ...props }: FormTabsProps) => {
  const t = useText()
  const type = message.choice?.kind === "selectordinal" ? "ordinal" : "cardinal"
  const categories = message.choice?.kind === "select" ? [] : pluralCategories(languageTag, type)
  const number = new Intl.NumberFormat(t.language)
  const examplesOf = (form: string) =>
    categories.find(({ name }) => name === form)?.examples.map((example) => number.format(example)) ?? []
  return (
    <Tabs
      selectedKey={selector}
      onSelectionChange={(key) => props.onSelect(String(key))}
      keyboardActivation="automatic"
      className={styles["tabs"] ?? ""}
    >
      <div className={styles["head"]}>
        <TabList aria-label={t("editor.forms")} className={styles["list"] ?? ""}>
          {message.forms.map((form) => {
            const hasIssue = issues.some((issue) => issue.selector === form.selector)
            return (
              <Tab key={form.selector} id={form.selector} className={styles["tab"] ?? ""}>
                <bdi className={styles["name"]}>{form.selector.replace("=", "= ")}</bdi>
                <span className={styles["examples"]}>{examplesOf(form.selector).join(" · ")}</span>
                {hasIssue && <TriangleAlert role="img" aria-label={t("issue.in-form")} />}
              </Tab>
            )
          })}
        </TabList>
        {message.choice?.kind === "plural" && <AddExactForm onAdd={props.onAdd} />}
        {isExact(selector) && (
          <Button kind="quiet" icon={<Trash2 aria-hidden />} onPress={() => props.onRemove(selector)}>
            {t("editor.remove-form", { form: selector.replace("=", "= ") })}
          </Button>
        )}
      </div>
      <TabPanel key={selector} id={selector} className={styles["panel"] ?? ""}>
        {props.base !== null && props.baseForm !== null && (
          <BaseForms {...props} base={props.base} baseForm={props.baseForm} />
        )}
        {children}
      </TabPanel>
    </Tabs>
  )
}

interface BaseFormsProps {
  readonly base: EditedMessage
  readonly baseForm: MessageForm
  readonly baseLanguageTag: string
}

const BaseForms = ({ base, baseForm, baseLanguageTag }: BaseFormsProps) => {
  const t = useText()
  const others = base.forms.filter(({ selector, text }) => selector !== baseForm.selector && text !== "")
  const place = placeOfForms(base)
  const show = ({ selector, text }: MessageForm) => (
    <p key={selector} className={styles["base"]}>
      <bdi className={styles["name"]}>{selector}</bdi>
      <TranslationText text={text} languageTag={baseLanguageTag} isIcu place={place} />
    </p>
  )
  return (
    <div className={styles["bases"]}>
      {show(baseForm)}
      {others.length > 0 && (
        <details>
          <summary>{t("editor.all-forms")}</summary>
          {others.map(show)}
        </details>
      )}
    </div>
  )
}

const AddExactForm = ({ onAdd }: { readonly onAdd: (number: number) => void }) => {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState("")
  if (!isOpen) {
    return (
      <Button kind="quiet" icon={<Plus aria-hidden />} onPress={() => setOpen(true)}>
        {t("editor.add-form")}
      </Button>
    )
  }
  const add = () => {
    setOpen(false)
    setTyped("")
    if (/^\d{1,9}$/.test(typed)) onAdd(Number(typed))
  }
  return (
    <span className={styles["add"]}>
      <input
        // biome-ignore lint/a11y/noAutofocus: the button that was pressed has become this field
        autoFocus
        inputMode="numeric"
        size={5}
        aria-label={t("editor.exact-number")}
        value={typed}
        onChange={(event) => setTyped(event.target.value.replace(/\D/g, ""))}
        onKeyDown={(event) => {
          if (event.key === "Enter") {
            // Else the new field, which gets the focus, would get the line break.
            event.preventDefault()
            add()
          }
          if (event.key !== "Escape") return
          event.preventDefault()
          setOpen(false)
        }}
      />
      <Button onPress={add}>{t("action.add")}</Button>
    </span>
  )
}
