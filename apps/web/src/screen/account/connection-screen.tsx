import { useQuery } from "@tanstack/react-query"
import { KeyRound } from "lucide-react"
import { ApiError } from "../../base/api/api-error.ts"
import { call } from "../../base/api/call.ts"
import { queryClient } from "../../base/api/query-client.ts"
import { useText } from "../../base/texts/text.ts"
import { useActingReason } from "../../feature/session/acting.ts"
import { serverConfigurationQuery } from "../../feature/session/server-configuration.ts"
import { userQuery, useUser } from "../../feature/session/session.ts"
import { ProviderLogins } from "../../feature/sign-in/provider-logins.tsx"
import {
  type AuthMethods,
  hasProviders,
  type IdentityType,
  providerName
} from "../../feature/sign-in/provider-names.ts"
import { ConfirmedAction } from "../../widget/form/confirmed-action.tsx"
import { useSubmit } from "../../widget/form/submit.ts"
import { showToast } from "../../widget/toast/toast.ts"
import { Button } from "../../widget/ui/button.tsx"
import { Callout } from "../../widget/ui/callout.tsx"
import { Section } from "../../widget/ui/section.tsx"
import { EmptyState, ErrorState } from "../../widget/ui/states.tsx"
import styles from "./account.module.css"
import { AccountFrame } from "./account-frame.tsx"

interface Change {
  readonly id: string
  readonly authType: IdentityType | null
}

const changeQuery = {
  queryKey: ["auth-provider-change"],
  queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<Change | null> => {
    try {
      return await call("signIn", "getAuthProviderChange", {}, { signal })
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return null
      throw error
    }
  }
}

const readAgain = async () => {
  await queryClient.fetchQuery({ ...userQuery, staleTime: 0 })
  await queryClient.invalidateQueries({ queryKey: changeQuery.queryKey })
}

const accept = async ({ id }: Change) => {
  await call("signIn", "acceptAuthProviderChange", { payload: { id } })
  await readAgain()
}

/** The provider that opens the account besides, or in place of, the password. */
export const ConnectionScreen = () => {
  const t = useText()
  const configuration = useQuery(serverConfigurationQuery)
  const change = useQuery(changeQuery)
  const methods = configuration.data?.authMethods
  return (
    <AccountFrame title={t("account.connection")}>
      <div className={styles["narrow"]}>
        {change.isError && <ErrorState error={change.error} onRetry={() => void change.refetch()} />}
        {methods !== undefined && change.data !== undefined && (
          <>
            {change.data !== null && <PendingChange change={change.data} methods={methods} />}
            <Connection methods={methods} />
          </>
        )}
      </div>
    </AccountFrame>
  )
}

const PendingChange = ({ change, methods }: { readonly change: Change; readonly methods: AuthMethods }) => {
  const t = useText()
  const actingReason = useActingReason()
  const { authType } = change
  const isManaging = authType === "SSO" || authType === "SSO_GLOBAL"
  const accepting = useSubmit(async () => {
    await accept(change)
    showToast({ kind: "done", text: t("account.saved") })
  })
  const rejecting = useSubmit(async () => {
    await call("signIn", "rejectAuthProviderChange", {})
    await readAgain()
  })
  const message = accepting.message ?? rejecting.message
  const press = (form: typeof accepting) => () => void form.submit({ preventDefault: () => {} })
  const question =
    authType === null
      ? t("sign-in.change-none")
      : t("sign-in.change-to", { provider: providerName(authType, methods, t) })
  return (
    <Section title={question} {...(isManaging ? { hint: t("sign-in.change-managed") } : {})}>
      {message !== null && (
        <Callout kind="failed" isNews>
          {message}
        </Callout>
      )}
      <div className={styles["actions"]}>
        <Button kind="primary" isPending={accepting.isBusy} disabledReason={actingReason} onPress={press(accepting)}>
          {t("sign-in.accept")}
        </Button>
        <Button isPending={rejecting.isBusy} disabledReason={actingReason} onPress={press(rejecting)}>
          {t("sign-in.reject")}
        </Button>
      </div>
    </Section>
  )
}

const Connection = ({ methods }: { readonly methods: AuthMethods }) => {
  const t = useText()
  const { thirdPartyAuthType: type, accountType } = useUser()
  const actingReason = useActingReason()
  if (accountType === "MANAGED") return <Callout kind="info">{t("sign-in.managed")}</Callout>
  if (type === null && !hasProviders(methods)) {
    return <EmptyState icon={<KeyRound aria-hidden />} title={t("sign-in.none")} hint={t("sign-in.no-providers")} />
  }
  if (type === null) {
    return (
      <Section title={t("sign-in.none")} hint={t("sign-in.connection-hint")}>
        {actingReason !== null && <Callout kind="info">{actingReason}</Callout>}
        {actingReason === null && (
          <ProviderLogins methods={methods} isBelowForm={false} to="/account/connection" connect />
        )}
      </Section>
    )
  }
  const provider = providerName(type, methods, t)
  return (
    <>
      <p>{t("sign-in.current", { provider })}</p>
      <ConfirmedAction
        title={t("sign-in.disconnect", { provider })}
        hint={t("sign-in.disconnect-hint")}
        question={t("sign-in.disconnect", { provider })}
        disabledReason={actingReason ?? (accountType === "LOCAL" ? null : t("sign-in.no-password"))}
        onConfirm={async () => {
          await call("signIn", "deleteAuthProvider", {})
          const change = await queryClient.fetchQuery({ ...changeQuery, staleTime: 0 })
          if (change !== null) await accept(change)
        }}
      />
    </>
  )
}
