import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { Autocomplete, Input, Label, Menu, SearchField } from "react-aria-components"
import { call } from "../../base/api/call.ts"
import type { LanguageModel } from "../../base/api/contract.ts"
import { useText } from "../../base/texts/text.ts"
import { languagesQuery } from "../../feature/project/project-queries.ts"
import { useFields } from "../../widget/form/fields.ts"
import { FormDialog } from "../../widget/form/form-dialog.tsx"
import { useSubmit } from "../../widget/form/submit.ts"
import { Button } from "../../widget/ui/button.tsx"
import { Dialog, DialogActions } from "../../widget/ui/dialog.tsx"
import { MenuItem } from "../../widget/ui/menu.tsx"
import fieldStyles from "../../widget/ui/text-field.module.css"
import { findLanguages, knownLanguage, registeredTag } from "./known-language.ts"
import styles from "./language.module.css"
import { LanguageFields, languageBody } from "./language-fields.tsx"

interface CreateLanguageDialogProps {
  readonly projectId: number
  /** A tag, as often as not; then there is nothing to find. */
  readonly initialText?: string
  readonly onCreated: (language: LanguageModel) => void
  readonly onClose: () => void
}

/** A new language of the project: found by name or tag, then its names as they will be stored. */
export const CreateLanguageDialog = ({ initialText = "", ...props }: CreateLanguageDialogProps) => {
  const [tag, setTag] = useState(() => registeredTag(initialText))
  return tag === "" ? (
    <FindLanguage projectId={props.projectId} initialText={initialText} onChoose={setTag} onClose={props.onClose} />
  ) : (
    <CreateForm {...props} tag={tag} />
  )
}

interface FindLanguageProps {
  readonly projectId: number
  readonly initialText: string
  readonly onChoose: (tag: string) => void
  readonly onClose: () => void
}

const foundMax = 8

/** The last entry takes what was typed as the tag: tags need not be registered. */
const FindLanguage = ({ projectId, initialText, onChoose, onClose }: FindLanguageProps) => {
  const t = useText()
  const [text, setText] = useState(initialText)
  const languages = useQuery(languagesQuery(projectId))
  const taken = new Set(languages.data?.map(({ tag }) => tag))
  const found = findLanguages(text, t.language, foundMax)
  const typed = text.trim()
  const offersTyped = typed !== "" && !typed.includes(" ") && !found.some(({ tag }) => tag === typed)
  return (
    <Dialog title={t("language.add")} isOpen onClose={onClose}>
      <div className={styles["search"]}>
        <Autocomplete inputValue={text} onInputChange={setText}>
          <SearchField autoFocus className={fieldStyles["field"] ?? ""}>
            <Label className={fieldStyles["label"] ?? ""}>{t("language.find")}</Label>
            <Input className={fieldStyles["input"] ?? ""} placeholder={t("language.find-hint")} />
          </SearchField>
          <Menu
            aria-label={t("projects.languages")}
            className={styles["found"] ?? ""}
            onAction={(tag) => onChoose(String(tag))}
            disabledKeys={[...taken]}
            renderEmptyState={() => <p>{t("language.find-empty")}</p>}
          >
            {found.map(({ tag, shownName, originalName, flagEmoji }) => (
              <MenuItem key={tag} id={tag} textValue={shownName}>
                {flagEmoji} <bdi>{shownName}</bdi>
                {originalName !== shownName && (
                  <>
                    {" "}
                    <bdi className={styles["quiet"]}>{originalName}</bdi>
                  </>
                )}{" "}
                <bdi className={styles["tag"]}>{tag}</bdi>
                {taken.has(tag) && <span className={styles["quiet"]}> · {t("language.taken")}</span>}
              </MenuItem>
            ))}
            {offersTyped && (
              <MenuItem key={typed} id={typed} textValue={typed}>
                {t("language.use-tag", { tag: typed })}
              </MenuItem>
            )}
          </Menu>
        </Autocomplete>
      </div>
      <DialogActions>
        <Button onPress={onClose}>{t("action.cancel")}</Button>
      </DialogActions>
    </Dialog>
  )
}

const CreateForm = ({
  projectId,
  tag,
  onCreated,
  onClose
}: Omit<CreateLanguageDialogProps, "initialText"> & { readonly tag: string }) => {
  const t = useText()
  const client = useQueryClient()
  const { name, originalName, flagEmoji } = knownLanguage(tag, t.language)
  const texts = useFields({ tag, name, originalName, flagEmoji })
  const form = useSubmit(async () => {
    const language = await call("language", "create", { params: { projectId }, payload: languageBody(texts.values) })
    await client.invalidateQueries({ queryKey: languagesQuery(projectId).queryKey })
    onClose()
    onCreated(language)
  })
  return (
    <FormDialog title={t("language.add")} action={t("language.add")} form={form} onClose={onClose}>
      <LanguageFields form={texts} messages={form.fields} />
    </FormDialog>
  )
}
