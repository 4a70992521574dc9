import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { call } from "../../base/api/call.ts"
import type { ProjectModel } from "../../base/api/contract.ts"
import { useText } from "../../base/texts/text.ts"
import { lazyDialog } from "../../widget/toast/lazy-dialog.tsx"
import { useWrite } from "../../widget/toast/use-write.ts"
import { Button } from "../../widget/ui/button.tsx"
import { Checkbox } from "../../widget/ui/checkbox.tsx"
import { QueryState } from "../../widget/ui/query-state.tsx"
import { Section } from "../../widget/ui/section.tsx"
import { Select } from "../../widget/ui/select.tsx"
import styles from "./project-settings.module.css"
import { freeMemoriesQuery, type UsedMemory, usedMemoriesQuery } from "./used-memory-queries.ts"

const MemoryUseDialog = lazyDialog(() => import("./memory-use-dialog.tsx"), "MemoryUseDialog")

interface MemoryListProps {
  readonly project: ProjectModel
  /** Why the use of memories cannot be changed; null: it can. */
  readonly disabledReason: string | null
}

/** The translation memories that a project uses, its own one first. */
export const MemoryList = ({ project, disabledReason }: MemoryListProps) => {
  const t = useText()
  const client = useQueryClient()
  const write = useWrite()
  const projectId = project.id
  const memories = useQuery(usedMemoriesQuery(projectId))
  const [changed, setChanged] = useState<UsedMemory | null>(null)
  const refresh = () => client.invalidateQueries({ queryKey: usedMemoriesQuery(projectId).queryKey })
  const change = (run: () => Promise<unknown>) =>
    write(async () => {
      await run()
      await refresh()
    })
  return (
    <Section title={t("memory.title")} hint={t("memory.shared-hint")}>
      <QueryState query={memories} skeleton="120px">
        {(used) => (
          <>
            <ul className={styles["namespaces"]}>
              {used.map((memory) => (
                <li key={memory.translationMemoryId} className={styles["memory"]}>
                  <span className={styles["use"]}>
                    <bdi>{memory.translationMemoryName}</bdi>
                    <MemoryUse memory={memory} />
                  </span>
                  {memory.type === "PROJECT" ? (
                    <Checkbox
                      isSelected={memory.writeOnlyReviewed}
                      isDisabled={disabledReason !== null}
                      onChange={(writeOnlyReviewed) =>
                        change(() =>
                          call("translationMemory", "setOwnWriteOnlyReviewed", {
                            params: { projectId },
                            payload: { writeOnlyReviewed }
                          })
                        )
                      }
                    >
                      {t("memory.only-reviewed")}
                    </Checkbox>
                  ) : (
                    <Button
                      kind="quiet"
                      aria-label={t("memory.change-use", { name: memory.translationMemoryName })}
                      disabledReason={disabledReason}
                      onPress={() => setChanged(memory)}
                    >
                      {t("action.edit")}
                    </Button>
                  )}
                </li>
              ))}
            </ul>
            {disabledReason === null && (
              <AddMemory
                project={project}
                used={used}
                onAdd={(translationMemoryId) =>
                  change(() =>
                    call("translationMemory", "assign", {
                      params: { projectId, translationMemoryId },
                      // Other projects get the texts of this one only by another choice.
                      payload: { readAccess: true, writeAccess: false }
                    })
                  )
                }
              />
            )}
          </>
        )}
      </QueryState>
      {changed !== null && (
        <MemoryUseDialog projectId={projectId} memory={changed} onSaved={refresh} onClose={() => setChanged(null)} />
      )}
    </Section>
  )
}

/** The use of a memory in one line. */
const MemoryUse = ({ memory }: { readonly memory: UsedMemory }) => {
  const t = useText()
  const { type, readAccess, writeAccess, priority, penalty, defaultPenalty } = memory
  const parts =
    type === "PROJECT"
      ? [t("memory.own")]
      : [
          ...(readAccess ? [t("memory.read")] : []),
          ...(writeAccess ? [t("memory.write")] : []),
          `${t("memory.priority")}: ${priority}`,
          `${t("memory.penalty")}: ${penalty ?? defaultPenalty}`
        ]
  return <span className={styles["hint"]}>{parts.join(" · ")}</span>
}

interface AddMemoryProps {
  readonly project: ProjectModel
  readonly used: ReadonlyArray<UsedMemory>
  readonly onAdd: (translationMemoryId: number) => void
}

/** Offers the shared memories of the organization that fit the base language; users from outside of it may not list them. */
const AddMemory = ({ project, used, onAdd }: AddMemoryProps) => {
  const t = useText()
  const { organizationOwner, baseLanguage } = project
  const { data: memories = [] } = useQuery({
    ...freeMemoriesQuery(organizationOwner?.slug ?? ""),
    enabled: organizationOwner !== null
  })
  const free = memories.filter(
    ({ id, sourceLanguageTag }) =>
      sourceLanguageTag === baseLanguage?.tag && !used.some(({ translationMemoryId }) => translationMemoryId === id)
  )
  if (free.length === 0) return null
  return (
    <Select
      label={t("memory.assign")}
      value=""
      options={[
        { value: "", label: t("memory.choose") },
        ...free.map(({ id, name }) => ({ value: String(id), label: name }))
      ]}
      onChange={(value) => {
        if (value !== "") onAdd(Number(value))
      }}
    />
  )
}
