import type { Scope } from "@dragoman/domain/permission"
import type { AcceptedCredential, AnyOfRequirement, Requirement } from "../access/requirement.ts"

/** Describes a requirement in words: one sentence per condition. */
export const describeRequirement = (requirement: Requirement): ReadonlyArray<string> => {
  if (requirement.subject === "public") return ["Public; a credential that is sent must be valid."]
  if (requirement.subject === "publicProject") {
    return [
      "For everyone, also without a credential, while the project is public.",
      `Accepts ${listed(requirement.credentials.map((kind) => credentialNames[kind]))}.`
    ]
  }
  return [
    subjectSentence(requirement),
    `Accepts ${listed(requirement.credentials.map((kind) => credentialNames[kind]))}.`,
    ...(requirement.superToken
      ? ["The password must have been entered just now: a super token, or an elevated session."]
      : []),
    ...(requirement.subject === "user" && requirement.inPerson
      ? ["Not for an administrator who acts as the user."]
      : []),
    ...(requirement.subject === "user" && requirement.beforeVerification
      ? ["Also while the e-mail address waits for its verification."]
      : []),
    ...(requirement.subject === "user" && requirement.beforeConnecting
      ? ["Also while the account has to be connected with the single sign-on of its domain."]
      : []),
    ...(requirement.subject === "project" && requirement.shortPath
      ? ["With a project API key, the project id can be omitted from the path."]
      : []),
    ...(requirement.subject === "project" && requirement.visitors
      ? ["Also for every logged-in user, except with a project API key, while the project is public."]
      : [])
  ]
}

const subjectSentence = (
  requirement: Exclude<Requirement, { readonly subject: "public" | "publicProject" }>
): string => {
  switch (requirement.subject) {
    case "user":
      return "Requires a logged-in user."
    case "administrator":
      return "Requires a server administrator."
    case "organization":
      return organizationSentences[requirement.level]
    case "project":
      if ("anyOf" in requirement) return anyOfSentence(requirement.anyOf)
      return requirement.scopes.length === 0
        ? "Requires any scope in the project."
        : `Requires ${listed(requirement.scopes.map(scopeWords))} in the project.`
  }
}

const anyOfSentence = (scopes: AnyOfRequirement["anyOf"]): string => {
  const named = listed(
    scopes.flatMap((scope) => (scope === null ? [] : scopeWords(scope))),
    "or"
  )
  const own = scopes.includes(null) ? ", or any scope for what belongs to the caller" : ""
  return `Requires ${named} in the project${own}.`
}

const scopeWords = (scope: Scope): string => `the scope \`${scope}\``

const organizationSentences = {
  VIEWER: "Requires membership in the organization, or a direct permission in one of its projects.",
  MEMBER: "Requires membership in the organization.",
  EDITOR:
    "Requires the role OWNER in the organization, or membership with the scope `project.edit` in every project that uses it.",
  OWNER: "Requires the role OWNER in the organization."
} as const

const credentialNames: Record<AcceptedCredential, string> = {
  JWT: "access tokens",
  PAT: "personal access tokens",
  PAK: "project API keys"
}

const listed = (parts: ReadonlyArray<string>, word: "and" | "or" = "and"): string =>
  parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} ${word} ${parts.at(-1)}`
