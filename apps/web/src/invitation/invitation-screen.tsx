import { useQuery } from "@tanstack/react-query"
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router"
import { call } from "../api/call.ts"
import { queryClient } from "../api/query-client.ts"
import { Form } from "../form/form.tsx"
import { useSubmit } from "../form/submit.ts"
import styles from "../login/login-screen.module.css"
import { serverConfigurationQuery } from "../session/server-configuration.ts"
import { userQuery } from "../session/session.ts"
import { hasProviders } from "../sign-in/provider-names.ts"
import { SignUpForm } from "../sign-up/sign-up-form.tsx"
import { useText } from "../texts/text.ts"
import { showToast } from "../toast/toast.ts"
import { Button } from "../ui/button.tsx"
import { lazyPart } from "../ui/lazy-part.tsx"
import { Logo } from "../ui/logo.tsx"
import { ScreenTitle } from "../ui/screen-title.tsx"
import { Skeleton } from "../ui/skeleton.tsx"
import { ErrorState } from "../ui/states.tsx"

const route = getRouteApi("/invitations/$code")

const ProviderLogins = lazyPart(() => import("../sign-in/provider-logins.tsx"), "ProviderLogins")

/** Accepts an invitation: as the user who is logged in, after a login, or with a new account. */
export const InvitationScreen = () => {
  const t = useText()
  const { code } = route.useParams()
  const invitation = useQuery({
    queryKey: ["invitation", code],
    queryFn: ({ signal }) => call("invitation", "getInfo", { params: { code } }, { signal, withoutDialogs: true }),
    retry: false
  })
  const user = useQuery(userQuery)
  const target = invitation.data?.projectName ?? invitation.data?.organizationName ?? ""
  return (
    <main id="main" className={styles["screen"]}>
      <div className={styles["card"]}>
        <Logo />
        <ScreenTitle>{t("invitation.title")}</ScreenTitle>
        {invitation.isError ? (
          <ErrorState error={invitation.error} />
        ) : invitation.isPending || user.isPending ? (
          <div aria-busy="true">
            <Skeleton height="160px" />
          </div>
        ) : (
          <>
            <p>
              {t(invitation.data.projectName === null ? "invitation.to-organization" : "invitation.to-project", {
                inviter: invitation.data.createdBy.name || invitation.data.createdBy.username,
                name: target
              })}
            </p>
            {user.data ? (
              <AcceptForm code={code} name={target} userName={user.data.name || user.data.username} />
            ) : (
              <SignUp code={code} name={target} email={invitation.data.inviteeEmail ?? ""} />
            )}
          </>
        )}
      </div>
    </main>
  )
}

interface FormProps {
  readonly code: string
  /** Of the project or the organization. */
  readonly name: string
}

const useFinish = (name: string) => {
  const t = useText()
  const navigate = useNavigate()
  return async () => {
    await queryClient.invalidateQueries({ queryKey: ["projects"] })
    await queryClient.invalidateQueries({ queryKey: ["organizations"] })
    await navigate({ to: "/" })
    showToast({ kind: "done", text: t("invitation.accepted", { name }) })
  }
}

const AcceptForm = ({ code, name, userName }: FormProps & { readonly userName: string }) => {
  const t = useText()
  const finish = useFinish(name)
  const { submit, message, isBusy } = useSubmit(async () => {
    await call("invitation", "accept", { params: { code } })
    await finish()
  })
  return (
    <Form onSubmit={submit} message={message}>
      <p>{t("invitation.as", { name: userName })}</p>
      <Button kind="primary" type="submit" isPending={isBusy}>
        {t("invitation.accept")}
      </Button>
    </Form>
  )
}

const SignUp = ({ code, name, email }: FormProps & { readonly email: string }) => {
  const t = useText()
  const finish = useFinish(name)
  const configuration = useQuery(serverConfigurationQuery)
  const methods = configuration.data?.authMethods
  const isNative = configuration.data?.nativeEnabled !== false
  return (
    <>
      <p>
        <Link to="/login" search={{ to: `/invitations/${code}` }}>
          {t("invitation.log-in")}
        </Link>
      </p>
      {isNative && <SignUpForm invitation={{ code, email }} submitLabel={t("invitation.sign-up")} onDone={finish} />}
      {methods !== undefined && hasProviders(methods) && (
        <ProviderLogins methods={methods} isBelowForm={isNative} invitationCode={code} />
      )}
    </>
  )
}
