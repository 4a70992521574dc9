import { useQuery, useQueryClient } from "@tanstack/react-query"
import { getRouteApi, useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import { call } from "../../base/api/call.ts"
import type { OrganizationModel } from "../../base/api/contract.ts"
import { languageName, useText } from "../../base/texts/text.ts"
import { ConfirmedAction } from "../../widget/form/confirmed-action.tsx"
import { lazyDialog } from "../../widget/toast/lazy-dialog.tsx"
import { useWrite } from "../../widget/toast/use-write.ts"
import { Button } from "../../widget/ui/button.tsx"
import { Checkbox } from "../../widget/ui/checkbox.tsx"
import { Facts } from "../../widget/ui/facts.tsx"
import { QueryState } from "../../widget/ui/query-state.tsx"
import { Section } from "../../widget/ui/section.tsx"
import { Table } from "../../widget/ui/table.tsx"
import styles from "./memory.module.css"
import { MemoryBrowser } from "./memory-browser.tsx"
import { MemoryFiles } from "./memory-files.tsx"
import { type AssignedProject, assignedProjectsQuery, type Memory, memoriesKey, memoryQuery } from "./memory-queries.ts"
import { OrganizationFrame, useOrganization } from "./organization-frame.tsx"
import { useMemoryObstacle } from "./use-memory-obstacle.ts"

const MemoryDialog = lazyDialog(() => import("./memory-dialog.tsx"), "MemoryDialog")

const route = getRouteApi("/user/organizations/$slug/memories/$memoryId")

/** A translation memory: its settings, its projects and its contents. */
export const MemoryScreen = () => {
  const { slug, memoryId } = route.useParams()
  const organization = useOrganization(slug)
  const memory = useQuery(memoryQuery(slug, memoryId))
  if (organization === undefined) return null
  return (
    <QueryState query={memory} skeleton="320px">
      {(data) => <MemoryDetails key={data.id} organization={organization} memory={data} />}
    </QueryState>
  )
}

interface MemoryDetailsProps {
  readonly organization: OrganizationModel
  readonly memory: Omit<Memory, "assignedProjectNames">
}

const MemoryDetails = ({ organization, memory }: MemoryDetailsProps) => {
  const t = useText()
  const client = useQueryClient()
  const navigate = useNavigate()
  const write = useWrite()
  const { slug } = organization
  const { id, name, type, sourceLanguageTag, defaultPenalty, writeOnlyReviewed } = memory
  const params = { organization: slug, translationMemoryId: id }
  const obstacle = useMemoryObstacle(organization, memory)
  const projects = useQuery(assignedProjectsQuery(slug, id))
  const [isEditing, setEditing] = useState(false)
  const refresh = () => client.invalidateQueries({ queryKey: memoriesKey(slug) })
  const yesOrNo = (isOn: boolean) => t(isOn ? "memory.yes" : "memory.no")
  return (
    <OrganizationFrame
      organization={organization}
      title={name}
      actions={
        type === "SHARED" && (
          <Button
            disabledReason={obstacle ?? (projects.data === undefined ? t("memory.reading") : null)}
            onPress={() => setEditing(true)}
          >
            {t("memory.edit")}
          </Button>
        )
      }
    >
      <Facts
        facts={[
          [t("memory.type"), t(`memory.type-${type}`)],
          [t("projects.base-language"), languageName(sourceLanguageTag, t.language)],
          [t("memory.penalty"), new Intl.NumberFormat(t.language).format(defaultPenalty)],
          type === "SHARED" ? [t("memory.only-reviewed"), yesOrNo(writeOnlyReviewed)] : null
        ]}
      />
      {type === "PROJECT" && (
        <Checkbox
          isSelected={writeOnlyReviewed}
          isDisabled={obstacle !== null}
          onChange={(isOn) =>
            write(async () => {
              await call("translationMemory", "setWriteOnlyReviewed", { params, payload: { writeOnlyReviewed: isOn } })
              await refresh()
            })
          }
        >
          {t("memory.only-reviewed-of-projects")}
        </Checkbox>
      )}
      <Section title={t("projects.title")} hint={t("memory.shared-hint")}>
        <QueryState query={projects} skeleton="80px" empty={<p>{t("memory.no-projects")}</p>}>
          {(rows) => (
            <Table<AssignedProject>
              label={t("projects.title")}
              rows={rows}
              rowId={({ projectId }) => projectId}
              columns={[
                { id: "name", title: t("projects.name"), cell: ({ projectName }) => <bdi>{projectName}</bdi> },
                { id: "read", title: t("memory.read"), cell: ({ readAccess }) => yesOrNo(readAccess) },
                { id: "write", title: t("memory.write"), cell: ({ writeAccess }) => yesOrNo(writeAccess) },
                { id: "priority", title: t("memory.priority"), isNumber: true, cell: ({ priority }) => priority },
                {
                  id: "penalty",
                  title: t("memory.penalty"),
                  isNumber: true,
                  cell: ({ penalty }) => penalty ?? defaultPenalty
                }
              ]}
            />
          )}
        </QueryState>
      </Section>
      <Section title={t("memory.contents")} hint={t("memory.contents-hint")}>
        <div className={styles["tools"]}>
          <MemoryFiles slug={slug} memoryId={id} obstacle={obstacle} />
        </div>
        <MemoryBrowser slug={slug} memoryId={id} sourceLanguageTag={sourceLanguageTag} obstacle={obstacle} />
      </Section>
      {type === "SHARED" && (
        <ConfirmedAction
          title={t("memory.delete")}
          hint={t("memory.delete-hint")}
          question={t("memory.delete-question", { name })}
          typed={name}
          isDangerous
          disabledReason={obstacle}
          onConfirm={async () => {
            await call("translationMemory", "delete", { params })
            await navigate({ to: "/organizations/$slug/memories", params: { slug } })
            await refresh()
          }}
        />
      )}
      {isEditing && (
        <MemoryDialog
          organization={organization}
          memory={memory}
          assigned={projects.data ?? []}
          onClose={() => setEditing(false)}
        />
      )}
    </OrganizationFrame>
  )
}
