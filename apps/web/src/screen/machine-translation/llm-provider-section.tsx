import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { call } from "../../base/api/call.ts"
import type { Response } from "../../base/api/contract.ts"
import { useText } from "../../base/texts/text.ts"
import { serverConfigurationQuery } from "../../feature/session/server-configuration.ts"
import { lazyDialog } from "../../widget/toast/lazy-dialog.tsx"
import { showToast } from "../../widget/toast/toast.ts"
import { Button } from "../../widget/ui/button.tsx"
import { Callout } from "../../widget/ui/callout.tsx"
import { QueryState } from "../../widget/ui/query-state.tsx"
import { Section } from "../../widget/ui/section.tsx"
import { Table } from "../../widget/ui/table.tsx"
import { organizationKey } from "../organization/organization-queries.ts"
import { keyText } from "./key-text.ts"
import { ServerProviderTests, TestButton, TestOutcome, useProviderTest } from "./llm-provider-test.tsx"
import styles from "./machine-translation.module.css"

const LlmProviderDialog = lazyDialog(() => import("./llm-provider-dialog.tsx"), "LlmProviderDialog")
const ConfirmDialog = lazyDialog(() => import("../../widget/form/confirm-dialog.tsx"), "ConfirmDialog")

type LlmProvider = Response<"llmProvider", "create">

const providersQuery = (organization: string) =>
  queryOptions({
    queryKey: [...organizationKey(organization), "llm-providers"],
    queryFn: async ({ signal }) => {
      const params = { organization }
      const [own, ofServer] = await Promise.all([
        call("llmProvider", "list", { params }, { signal }),
        call("llmProvider", "listOfServer", { params }, { signal })
      ])
      return { own: own._embedded.providers, ofServer: ofServer._embedded.providers }
    }
  })

/** Providers of language models: those of the organization, which owners change, and the names of those of the server. */
export const LlmProviderSection = ({ slug }: { readonly slug: string }) => {
  const t = useText()
  const client = useQueryClient()
  const configuration = useQuery(serverConfigurationQuery)
  const isOff = configuration.data?.llm.enabled === false
  const providers = useQuery({ ...providersQuery(slug), enabled: !isOff })
  const [edited, setEdited] = useState<LlmProvider | "new" | null>(null)
  const [deleted, setDeleted] = useState<LlmProvider | null>(null)
  const test = useProviderTest(slug)
  // Prompts choose among their names.
  const readAgain = () => client.invalidateQueries({ queryKey: organizationKey(slug) })
  const names = new Intl.ListFormat(t.language, { type: "unit" })
  return (
    <Section title={t("llm-provider.title")} hint={t("llm-provider.hint")}>
      {isOff ? (
        <Callout kind="info">{t("llm-provider.off", { setting: "DRAGOMAN_LLM" })}</Callout>
      ) : (
        <QueryState query={providers} skeleton="120px">
          {({ own, ofServer }) => (
            <>
              {own.length + ofServer.length === 0 && (
                <p>{t("llm-provider.none", { setting: "DRAGOMAN_LLM_PROVIDERS" })}</p>
              )}
              {own.length > 0 && <ProviderTable providers={own} test={test} onEdit={setEdited} onDelete={setDeleted} />}
              {ofServer.length > 0 && (
                <>
                  <p className={styles["hint"]}>
                    {t("llm-provider.of-server", { names: names.format(ofServer.map(({ name }) => name)) })}
                  </p>
                  <ServerProviderTests names={ofServer.map(({ name }) => name)} test={test} />
                </>
              )}
              <TestOutcome test={test} />
              <div>
                <Button onPress={() => setEdited("new")}>{t("llm-provider.add")}</Button>
              </div>
            </>
          )}
        </QueryState>
      )}
      {edited !== null && (
        <LlmProviderDialog
          slug={slug}
          provider={edited === "new" ? null : edited}
          onSaved={readAgain}
          onClose={() => setEdited(null)}
        />
      )}
      {deleted !== null && (
        <ConfirmDialog
          title={t("llm-provider.delete-of", { name: deleted.name })}
          action={t("llm-provider.delete")}
          onConfirm={async () => {
            await call("llmProvider", "delete", { params: { organization: slug, llmProviderId: deleted.id } })
            showToast({ kind: "done", text: t("llm-provider.deleted", { name: deleted.name }) })
            await readAgain()
          }}
          onClose={() => setDeleted(null)}
        >
          <p>{t("llm-provider.delete-hint")}</p>
        </ConfirmDialog>
      )}
    </Section>
  )
}

interface ProviderTableProps {
  readonly providers: ReadonlyArray<LlmProvider>
  readonly test: ReturnType<typeof useProviderTest>
  readonly onEdit: (provider: LlmProvider) => void
  readonly onDelete: (provider: LlmProvider) => void
}

const ProviderTable = ({ providers, test, onEdit, onDelete }: ProviderTableProps) => {
  const t = useText()
  return (
    <Table<LlmProvider>
      label={t("llm-provider.title")}
      rows={providers}
      rowId={({ id }) => id}
      columns={[
        { id: "name", title: t("projects.name"), cell: ({ name }) => <bdi>{name}</bdi> },
        { id: "type", title: t("llm-provider.type"), cell: ({ type }) => t(`llm-provider.type-${type}`) },
        {
          id: "model",
          title: t("llm-provider.model"),
          cell: ({ model, deployment }) => <bdi>{deployment ?? model}</bdi>
        },
        { id: "key", title: t("llm-provider.key"), cell: ({ apiKey }) => keyText(apiKey, t) },
        {
          id: "actions",
          title: t("member.actions"),
          cell: (provider) => (
            <span className={styles["actions"]}>
              <TestButton provider={provider} test={test} />
              <Button
                kind="quiet"
                aria-label={t("llm-provider.edit-of", { name: provider.name })}
                onPress={() => onEdit(provider)}
              >
                {t("action.edit")}
              </Button>
              <Button
                kind="quiet"
                aria-label={t("llm-provider.delete-of", { name: provider.name })}
                onPress={() => onDelete(provider)}
              >
                {t("server.delete")}
              </Button>
            </span>
          )
        }
      ]}
    />
  )
}
