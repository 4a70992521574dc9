import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { call } from "../../base/api/call.ts"
import type { PublicInvitationModel } from "../../base/api/contract.ts"
import { useLinkSecret } from "../../base/routing/link-secret.ts"
import { languageName, useText } from "../../base/texts/text.ts"
import { serverConfigurationQuery } from "../../feature/session/server-configuration.ts"
import { userQuery } from "../../feature/session/session.ts"
import { hasProviders } from "../../feature/sign-in/provider-names.ts"
import { Form } from "../../widget/form/form.tsx"
import { useSubmit } from "../../widget/form/submit.ts"
import { Button } from "../../widget/ui/button.tsx"
import { Facts } from "../../widget/ui/facts.tsx"
import { lazyPart } from "../../widget/ui/lazy-part.tsx"
import { Logo } from "../../widget/ui/logo.tsx"
import { ScreenTitle } from "../../widget/ui/screen-title.tsx"
import { Skeleton } from "../../widget/ui/skeleton.tsx"
import { ErrorState } from "../../widget/ui/states.tsx"
import styles from "../login/login-screen.module.css"
import { SignUpForm } from "../sign-up/sign-up-form.tsx"
import { useArrival } from "./use-arrival.ts"

const ProviderLogins = lazyPart(() => import("../../feature/sign-in/provider-logins.tsx"), "ProviderLogins")

/** Accepts an invitation: as the user who is logged in, after a login, or with a new account. */
export const InvitationScreen = () => {
  const t = useText()
  const code = useLinkSecret()
  const invitation = useQuery({
    queryKey: ["invitation", code],
    queryFn: ({ signal }) => call("invitation", "getInfo", { params: { code } }, { signal, withoutDialogs: true }),
    retry: false
  })
  const user = useQuery(userQuery)
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
                name: invitation.data.projectName ?? invitation.data.organizationName ?? ""
              })}
            </p>
            <Offer invitation={invitation.data} />
            {user.data ? (
              <AcceptForm invitation={invitation.data} userName={user.data.name || user.data.username} />
            ) : (
              <SignUp invitation={invitation.data} />
            )}
          </>
        )}
      </div>
    </main>
  )
}

interface InvitationProps {
  readonly invitation: PublicInvitationModel
}

/** Role and languages that the invitation gives. */
const Offer = ({ invitation: { permissionType, organizationRole, translateLanguages } }: InvitationProps) => {
  const t = useText()
  const translates = permissionType === "TRANSLATE" || permissionType === "REVIEW"
  return (
    <Facts
      facts={[
        [t("invitation.role"), <Role key="role" type={permissionType} role={organizationRole} />],
        translates || translateLanguages !== null
          ? [
              t("invitation.languages"),
              translateLanguages === null
                ? t("permission.all-languages")
                : new Intl.ListFormat(t.language).format(
                    translateLanguages.map(({ tag }) => languageName(tag, t.language))
                  )
            ]
          : null
      ]}
    />
  )
}

interface RoleProps {
  readonly type: PublicInvitationModel["permissionType"]
  readonly role: PublicInvitationModel["organizationRole"]
}

/** Single scopes have no name. */
const Role = ({ type, role }: RoleProps) => {
  const t = useText()
  if (role !== null) return `${t(`organization.role-${role}`)}: ${t(`organization.role-${role}-hint`)}`
  return type === null
    ? t("invitation.single-permissions")
    : `${t(`permission-type.${type}`)}: ${t(`permission-type.${type}-hint`)}`
}

const AcceptForm = ({ invitation, userName }: InvitationProps & { readonly userName: string }) => {
  const t = useText()
  const arrive = useArrival(invitation)
  const { submit, message, isBusy } = useSubmit(async () => {
    await call("invitation", "accept", { params: { code: invitation.code } })
    await arrive()
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

const SignUp = ({ invitation }: InvitationProps) => {
  const t = useText()
  const arrive = useArrival(invitation)
  const { code, projectId, organizationSlug, inviteeName, inviteeEmail } = invitation
  const configuration = useQuery(serverConfigurationQuery)
  const methods = configuration.data?.authMethods
  const isNative = configuration.data?.nativeEnabled !== false
  return (
    <>
      <p>
        <Link to="/login" search={{ to: "/invitations" }} hash={code}>
          {t("invitation.log-in")}
        </Link>
      </p>
      {isNative && (
        <SignUpForm
          invitation={{ code, name: inviteeName ?? "", email: inviteeEmail ?? "" }}
          submitLabel={t("invitation.sign-up")}
          onDone={arrive}
        />
      )}
      {methods !== undefined && hasProviders(methods) && (
        <ProviderLogins
          methods={methods}
          isBelowForm={isNative}
          invitationCode={code}
          to={projectId === null ? `/organizations/${organizationSlug}` : "/"}
        />
      )}
    </>
  )
}
