import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { call } from "../../base/api/call.ts"
import { useText } from "../../base/texts/text.ts"
import { usedNamespacesQuery } from "../../feature/project/project-queries.ts"
import { useFields } from "../../widget/form/fields.ts"
import { FormDialog } from "../../widget/form/form-dialog.tsx"
import { useSubmit } from "../../widget/form/submit.ts"
import { showToast } from "../../widget/toast/toast.ts"
import { Button } from "../../widget/ui/button.tsx"
import { QueryState } from "../../widget/ui/query-state.tsx"
import { Section } from "../../widget/ui/section.tsx"
import { TextField } from "../../widget/ui/text-field.tsx"
import styles from "./project-settings.module.css"

interface Namespace {
  readonly id: number
  readonly name: string
}

interface NamespaceListProps {
  readonly projectId: number
  /** Why namespaces cannot be renamed; null: they can. */
  readonly disabledReason: string | null
}

/** The namespaces that have keys. The default namespace has no name, so there is nothing to rename. */
export const NamespaceList = ({ projectId, disabledReason }: NamespaceListProps) => {
  const t = useText()
  const namespaces = useQuery(usedNamespacesQuery(projectId))
  const [renamed, setRenamed] = useState<Namespace | null>(null)
  return (
    <Section title={t("export.namespaces")} hint={t("settings.namespaces-hint")}>
      <QueryState query={namespaces} skeleton="80px" empty={<p>{t("settings.no-namespaces")}</p>}>
        {(data) => (
          <ul className={styles["namespaces"]}>
            {data.map(({ id, name }) => (
              <li key={id}>
                <bdi>{name ?? t("filter.no-namespace")}</bdi>
                {id !== null && name !== null && (
                  <Button
                    kind="quiet"
                    aria-label={t("settings.rename-of", { name })}
                    disabledReason={disabledReason}
                    onPress={() => setRenamed({ id, name })}
                  >
                    {t("settings.rename")}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </QueryState>
      {renamed !== null && (
        <RenameNamespaceDialog projectId={projectId} namespace={renamed} onClose={() => setRenamed(null)} />
      )}
    </Section>
  )
}

interface RenameNamespaceDialogProps {
  readonly projectId: number
  readonly namespace: Namespace
  readonly onClose: () => void
}

const RenameNamespaceDialog = ({ projectId, namespace, onClose }: RenameNamespaceDialogProps) => {
  const t = useText()
  const client = useQueryClient()
  const { values, bind } = useFields({ name: namespace.name })
  const name = values.name.trim()
  const form = useSubmit(async () => {
    if (name !== namespace.name) {
      await call("namespace", "rename", { params: { projectId, namespaceId: namespace.id }, payload: { name } })
      showToast({ kind: "done", text: t("account.saved") })
      await client.invalidateQueries({ queryKey: ["project", projectId] })
    }
    onClose()
  })
  return (
    <FormDialog
      title={t("settings.rename-of", { name: namespace.name })}
      action={t("settings.rename")}
      form={form}
      onClose={onClose}
    >
      <p>{t("settings.rename-hint")}</p>
      <TextField label={t("projects.name")} autoFocus autoComplete="off" isRequired {...bind("name", form.fields)} />
    </FormDialog>
  )
}
