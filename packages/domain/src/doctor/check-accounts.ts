import type { DoctorFacts } from "./doctor-facts.ts"
import { type Finding, finding } from "./finding.ts"
import { listParams, listText } from "./words.ts"

/** Checks whether the server has administrators, and how well they are protected. */
export const checkAccounts = ({ database }: DoctorFacts): ReadonlyArray<Finding> => {
  const administrators = database?.content?.rows?.administrators
  if (administrators === undefined) return []
  const { count, withoutSecondFactor, withoutLogin } = administrators
  if (count === 0) {
    return [
      finding("administrator-missing", {
        what: "No enabled account may administer the server.",
        where: "accounts",
        whatToDo: "Make an account an administrator, or enable one: `dragoman user --help`."
      })
    ]
  }
  const findings: Array<Finding> = []
  if (withoutLogin.length > 0) {
    findings.push(
      finding("administrators-without-login", {
        params: listParams(withoutLogin),
        what: "Administrators have no way to log in: no password was set yet, or an organization's single sign-on managed the account.",
        where: listText(withoutLogin),
        whatToDo:
          "Look at their personal access tokens, then set a password: `dragoman user reset-password NAME`, or a link (docs/people.md)."
      })
    )
  }
  if (withoutSecondFactor > 0) {
    findings.push(
      finding("administrators-without-second-factor", {
        params: { without: withoutSecondFactor, count },
        what: `Administrators who log in with a password alone: ${withoutSecondFactor} of ${count}.`,
        where: "accounts",
        whatToDo: "Have them add a second factor or a passkey, unless they log in by a provider that asks for one."
      })
    )
  }
  return findings
}
