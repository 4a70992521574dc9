import { useQuery, useQueryClient } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { call } from "../../base/api/call.ts"
import type { ProjectModel } from "../../base/api/contract.ts"
import { useText } from "../../base/texts/text.ts"
import { useUser } from "../../feature/session/session.ts"
import { showToast } from "../../widget/toast/toast.ts"
import { Checkbox } from "../../widget/ui/checkbox.tsx"
import { errorSentence } from "../../widget/ui/error-details.tsx"
import { QueryState } from "../../widget/ui/query-state.tsx"
import { Section } from "../../widget/ui/section.tsx"
import styles from "./project-settings.module.css"

/** The switch that makes a project public, which says what becomes visible. Saved at once. */
export const PublicationSettings = ({ project: { id, organizationRole } }: { readonly project: ProjectModel }) => {
  const t = useText()
  const client = useQueryClient()
  const isAdministrator = useUser().globalServerRole === "ADMIN"
  const queryKey = ["project", id, "publication"]
  const publication = useQuery({
    queryKey,
    queryFn: ({ signal }) => call("publicProject", "getPublication", { params: { projectId: id } }, { signal })
  })
  const publish = async (isPublic: boolean) => {
    try {
      await call("publicProject", "setPublication", { params: { projectId: id }, payload: { public: isPublic } })
    } catch (error) {
      showToast({ kind: "failed", text: errorSentence(error, t), error })
    }
    await client.invalidateQueries({ queryKey })
  }
  return (
    <Section title={t("public.title")} hint={t("public.settings-hint")}>
      <QueryState query={publication} skeleton="24px">
        {({ public: isPublic, allowed }) => {
          const obstacle =
            organizationRole !== "OWNER" && !isAdministrator
              ? t("public.owners-only")
              : allowed
                ? null
                : t("public.not-allowed")
          return (
            <>
              <Checkbox
                isSelected={isPublic}
                isDisabled={obstacle !== null && (allowed || !isPublic)}
                onChange={publish}
              >
                {t("public.switch")}
              </Checkbox>
              {obstacle !== null && <p className={styles["hint"]}>{obstacle}</p>}
              {isPublic && allowed && (
                <p>
                  <Link to="/public-projects/$projectId" params={{ projectId: id }}>
                    {t("public.see")}
                  </Link>
                </p>
              )}
            </>
          )
        }}
      </QueryState>
    </Section>
  )
}
