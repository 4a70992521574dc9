import { Link } from "@tanstack/react-router"
import { FileUp, Plug } from "lucide-react"
import { useState } from "react"
import { call } from "../../base/api/call.ts"
import type { LanguageModel, ProjectModel } from "../../base/api/contract.ts"
import { languageName, useText } from "../../base/texts/text.ts"
import { useBranch } from "../../feature/branch/use-branch.ts"
import { announce } from "../../widget/announcement/announcement.ts"
import { Form } from "../../widget/form/form.tsx"
import { useSubmit } from "../../widget/form/submit.ts"
import { Button } from "../../widget/ui/button.tsx"
import { EmptyState } from "../../widget/ui/states.tsx"
import { TextField } from "../../widget/ui/text-field.tsx"
import { editObstacle } from "./edit-permission.ts"
import styles from "./empty-project.module.css"

interface EmptyProjectProps {
  readonly project: ProjectModel
  /** undefined: the project has none. */
  readonly base: LanguageModel | undefined
  readonly onCreated: (keyId: number) => Promise<void>
}

/** A project without keys: the first one is written here, or comes from files or the CLI. */
export const EmptyProject = ({ project, base, onCreated }: EmptyProjectProps) => {
  const t = useText()
  const mayWrite =
    base !== undefined &&
    project.computedPermission.scopes.includes("keys.create") &&
    editObstacle(project, base, undefined) === null
  const params = { projectId: project.id }
  return (
    <EmptyState
      title={t("translations.empty")}
      hint={t("translations.empty-hint")}
      action={
        <>
          {mayWrite && <FirstKeyForm projectId={project.id} base={base} onCreated={onCreated} />}
          <p className={styles["ways"]}>
            <Link to="/projects/$projectId/import" params={params} className={styles["way"]}>
              <FileUp aria-hidden />
              {t("translations.import")}
            </Link>
            <Link to="/projects/$projectId/connect" params={params} className={styles["way"]}>
              <Plug aria-hidden />
              {t("connect.to-connect")}
            </Link>
          </p>
        </>
      }
    />
  )
}

interface FirstKeyFormProps {
  readonly projectId: number
  readonly base: LanguageModel
  readonly onCreated: EmptyProjectProps["onCreated"]
}

const FirstKeyForm = ({ projectId, base, onCreated }: FirstKeyFormProps) => {
  const t = useText()
  const branch = useBranch()
  const [name, setName] = useState("")
  const [text, setText] = useState("")
  const { submit, fields, message, isBusy } = useSubmit(async () => {
    const { id } = await call("key", "create", {
      params: { projectId },
      payload: { name, branch, translations: { [base.tag]: text } }
    })
    announce(t("editor.saved"))
    await onCreated(id)
  })
  return (
    <div className={styles["form"]}>
      <Form onSubmit={submit} message={message}>
        <TextField
          label={t("translations.key-name")}
          hint={t("translations.key-name-hint")}
          autoFocus
          autoComplete="off"
          isRequired
          value={name}
          onChange={setName}
          error={fields["name"]}
        />
        <TextField
          label={t("translations.text-in", { language: languageName(base.tag, t.language) })}
          lang={base.tag}
          autoComplete="off"
          value={text}
          onChange={setText}
        />
        <div>
          <Button kind="primary" type="submit" isPending={isBusy}>
            {t("translations.create-first")}
          </Button>
        </div>
      </Form>
    </div>
  )
}
