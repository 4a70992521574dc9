import { useQuery, useQueryClient } from "@tanstack/react-query"
import { KeyRound, Plus } from "lucide-react"
import { useState } from "react"
import { call } from "../../base/api/call.ts"
import type { PersonalAccessTokenModel } from "../../base/api/contract.ts"
import { useText } from "../../base/texts/text.ts"
import { ConfirmDialog } from "../../widget/form/confirm-dialog.tsx"
import { FormDialog } from "../../widget/form/form-dialog.tsx"
import { useSubmit } from "../../widget/form/submit.ts"
import { Button } from "../../widget/ui/button.tsx"
import { CopyButton } from "../../widget/ui/copy-button.tsx"
import { Dialog, DialogActions } from "../../widget/ui/dialog.tsx"
import { QueryState } from "../../widget/ui/query-state.tsx"
import { Select } from "../../widget/ui/select.tsx"
import { EmptyState } from "../../widget/ui/states.tsx"
import { Table } from "../../widget/ui/table.tsx"
import { TextField } from "../../widget/ui/text-field.tsx"
import { Time, useNow } from "../../widget/ui/time.tsx"
import styles from "./account.module.css"
import { AccountFrame } from "./account-frame.tsx"

const tokensKey = ["personal-access-tokens"]
const listedMax = 1_000
const dayMillis = 86_400_000

/** Tokens with which programs act as me. */
export const TokensScreen = () => {
  const t = useText()
  const now = useNow()
  const client = useQueryClient()
  const [isCreating, setCreating] = useState(false)
  const [revoked, setRevoked] = useState<PersonalAccessTokenModel | null>(null)
  const tokens = useQuery({
    queryKey: tokensKey,
    queryFn: async ({ signal }) => {
      const query = { size: listedMax, sort: [{ property: "createdAt", direction: "desc" }] } as const
      return (await call("personalAccessToken", "list", { query }, { signal }))._embedded?.pats ?? []
    }
  })
  const readAgain = () => client.invalidateQueries({ queryKey: tokensKey })
  const create = (
    <Button kind="primary" icon={<Plus aria-hidden />} onPress={() => setCreating(true)}>
      {t("account.create-token")}
    </Button>
  )
  return (
    <AccountFrame title={t("account.tokens")} {...((tokens.data?.length ?? 0) > 0 ? { actions: create } : {})}>
      <p className={styles["quiet"]}>{t("account.tokens-hint")}</p>
      <QueryState
        query={tokens}
        skeleton="160px"
        empty={<EmptyState icon={<KeyRound aria-hidden />} title={t("account.no-tokens")} action={create} />}
      >
        {(data) => (
          <Table<PersonalAccessTokenModel>
            label={t("account.tokens")}
            rows={data}
            rowId={({ id }) => id}
            columns={[
              { id: "name", title: t("account.token-name"), cell: ({ description }) => <bdi>{description}</bdi> },
              { id: "created", title: t("account.created"), cell: ({ createdAt }) => <Time at={createdAt} /> },
              {
                id: "used",
                title: t("account.last-used"),
                cell: ({ lastUsedAt }) => (lastUsedAt === null ? t("dashboard.never") : <Time at={lastUsedAt} />)
              },
              {
                id: "expires",
                title: t("account.expires"),
                cell: ({ expiresAt }) =>
                  expiresAt === null ? (
                    t("dashboard.never")
                  ) : expiresAt < now ? (
                    <strong>{t("account.expired")}</strong>
                  ) : (
                    <Time at={expiresAt} />
                  )
              },
              {
                id: "revoke",
                title: t("account.actions"),
                cell: (token) => (
                  <Button kind="quiet" onPress={() => setRevoked(token)}>
                    {t("account.revoke")}
                  </Button>
                )
              }
            ]}
          />
        )}
      </QueryState>
      {isCreating && <CreateTokenDialog onCreated={readAgain} onClose={() => setCreating(false)} />}
      {revoked !== null && (
        <ConfirmDialog
          title={t("account.revoke-token", { name: revoked.description })}
          action={t("account.revoke")}
          onConfirm={async () => {
            await call("personalAccessToken", "delete", { params: { tokenId: revoked.id } })
            await readAgain()
          }}
          onClose={() => setRevoked(null)}
        >
          <p>{t("account.revoke-hint")}</p>
        </ConfirmDialog>
      )}
    </AccountFrame>
  )
}

const lifetimes = ["30", "90", "365", "never"] as const
type Lifetime = (typeof lifetimes)[number]

interface CreateTokenDialogProps {
  readonly onCreated: () => Promise<void>
  readonly onClose: () => void
}

/** Name and lifetime; then the token, which is shown this once. */
const CreateTokenDialog = ({ onCreated, onClose }: CreateTokenDialogProps) => {
  const t = useText()
  const [name, setName] = useState("")
  const [lifetime, setLifetime] = useState<Lifetime>("90")
  const [token, setToken] = useState<string | null>(null)
  const form = useSubmit(async () => {
    const expiresAt = lifetime === "never" ? null : Date.now() + Number(lifetime) * dayMillis
    const created = await call("personalAccessToken", "create", { payload: { description: name, expiresAt } })
    setToken(created.token)
    await onCreated()
  })
  if (token !== null) {
    return (
      <Dialog title={t("account.token-created")} isOpen isDismissable={false} onClose={onClose}>
        <p>{t("account.token-once")}</p>
        <p className={styles["secret"]} dir="ltr">
          {token}
        </p>
        <DialogActions>
          <CopyButton text={token} />
          <Button kind="primary" onPress={onClose}>
            {t("account.token-saved")}
          </Button>
        </DialogActions>
      </Dialog>
    )
  }
  return (
    <FormDialog title={t("account.create-token")} action={t("account.create-token")} form={form} onClose={onClose}>
      <TextField
        label={t("account.token-name")}
        hint={t("account.token-name-hint")}
        autoFocus
        isRequired
        value={name}
        onChange={setName}
        error={form.fields["description"]}
      />
      <Select<Lifetime>
        label={t("account.expires")}
        value={lifetime}
        onChange={setLifetime}
        options={lifetimes.map((value) => ({
          value,
          label: value === "never" ? t("dashboard.never") : t("account.days", { count: Number(value) })
        }))}
      />
    </FormDialog>
  )
}
