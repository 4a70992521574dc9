import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import { call } from "../../base/api/call.ts"
import type { OrganizationModel } from "../../base/api/contract.ts"
import { useText } from "../../base/texts/text.ts"
import { refreshGlossaries } from "../../feature/glossary/glossary-queries.ts"
import { lazyDialog } from "../../widget/toast/lazy-dialog.tsx"
import { Button } from "../../widget/ui/button.tsx"
import styles from "./glossary.module.css"
import { assignedProjectsQuery, type GlossaryFacts } from "./glossary-queries.ts"
import { useGlossaryObstacle } from "./use-glossary-obstacle.ts"

const GlossaryDialog = lazyDialog(() => import("./glossary-dialog.tsx"), "GlossaryDialog")
const ConfirmDialog = lazyDialog(() => import("../../widget/form/confirm-dialog.tsx"), "ConfirmDialog")

interface GlossaryActionsProps {
  readonly organization: OrganizationModel
  readonly glossary: GlossaryFacts
}

/** Editing and deleting a glossary. */
export const GlossaryActions = ({ organization, glossary }: GlossaryActionsProps) => {
  const t = useText()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { slug } = organization
  const { id, name } = glossary
  const obstacle = useGlossaryObstacle(organization, id)
  const assigned = useQuery(assignedProjectsQuery(slug, id))
  const [open, setOpen] = useState<"edit" | "delete" | null>(null)
  const close = () => setOpen(null)
  return (
    <div className={styles["actions"]}>
      <Button
        disabledReason={obstacle ?? (assigned.data === undefined ? t("memory.reading") : null)}
        onPress={() => setOpen("edit")}
      >
        {t("glossary.edit")}
      </Button>
      <Button kind="quiet" disabledReason={obstacle} onPress={() => setOpen("delete")}>
        {t("glossary.delete")}
      </Button>
      {open === "edit" && (
        <GlossaryDialog
          organization={organization}
          glossary={glossary}
          assigned={assigned.data ?? []}
          onClose={close}
        />
      )}
      {open === "delete" && (
        <ConfirmDialog
          title={t("glossary.delete-this", { name })}
          action={t("glossary.delete")}
          typed={name}
          onConfirm={async () => {
            await call("glossary", "delete", { params: { organization: slug, glossaryId: id } })
            await navigate({ to: "/organizations/$slug/glossaries", params: { slug } })
            await refreshGlossaries(client)
          }}
          onClose={close}
        >
          <p>{t("glossary.delete-hint")}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}
