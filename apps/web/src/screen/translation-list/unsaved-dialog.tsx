import { useNavigate } from "@tanstack/react-router"
import { directionOf, languageName, useText } from "../../base/texts/text.ts"
import { discardDraft, draftName, type UnsavedDraft } from "../../feature/draft/draft.ts"
import { Button } from "../../widget/ui/button.tsx"
import { Dialog } from "../../widget/ui/dialog.tsx"
import { errorSentence } from "../../widget/ui/error-details.tsx"
import type { UnsavedProblem, UnsavedProblems } from "./save-unsaved.ts"
import styles from "./unsaved-bar.module.css"

interface UnsavedDialogProps {
  readonly unsaved: ReadonlyArray<UnsavedDraft>
  readonly problems: UnsavedProblems
  readonly onClose: () => void
}

/** The texts that are not saved, each with the reason: to open in its editor, or to drop. */
export const UnsavedDialog = ({ unsaved, problems, onClose }: UnsavedDialogProps) => {
  const t = useText()
  const navigate = useNavigate()
  const reasonOf = (problem: UnsavedProblem | undefined) =>
    problem === undefined ? null : problem.kind === "changed" ? t("conflict.changed") : errorSentence(problem.error, t)
  return (
    <Dialog title={t("unsaved.title")} isOpen onClose={onClose}>
      <ul className={styles["list"]}>
        {unsaved.map(({ place, draft }) => {
          const { projectId, keyId, languageTag } = place
          const name = draftName(place)
          const open = () => {
            onClose()
            const params = { projectId, keyId }
            void navigate({ to: "/projects/$projectId/keys/$keyId", params, search: { language: languageTag } })
          }
          const reason = reasonOf(problems.get(name))
          return (
            <li key={name} className={styles["item"]}>
              <p className={styles["place"]}>
                <bdi dir="ltr" className={styles["key"]}>
                  {draft.save.keyName}
                </bdi>{" "}
                · {languageName(languageTag, t.language)}
              </p>
              <p className={styles["draft"]} lang={languageTag} dir={directionOf(languageTag)}>
                {draft.text === "" ? t("translations.no-text") : draft.text}
              </p>
              {reason !== null && <p className={styles["reason"]}>{reason}</p>}
              <div className={styles["actions"]}>
                <Button onPress={open}>{t("unsaved.open")}</Button>
                <Button kind="quiet" onPress={() => discardDraft(localStorage, place)}>
                  {t("editor.discard")}
                </Button>
              </div>
            </li>
          )
        })}
      </ul>
    </Dialog>
  )
}
