import type { CredentialKind, Demand } from "@dragoman/api"

/** A demand for people: one sentence per condition. */
export const describeDemand = (demand: Demand): ReadonlyArray<string> => {
  if (demand.subject === "public") return ["Open to everybody; a credential that is sent all the same must be valid."]
  return [
    subjectSentence(demand),
    `Accepts ${listed(demand.credentials.map((kind) => credentialNames[kind]))}.`,
    ...(demand.superToken ? ["The access token must be a super token: the password was entered lately."] : []),
    ...(demand.subject === "project" && demand.shortPath
      ? ["With a project API key the project id may be left out of the path."]
      : [])
  ]
}

const subjectSentence = (demand: Exclude<Demand, { readonly subject: "public" }>): string => {
  switch (demand.subject) {
    case "user":
      return "For every logged-in user."
    case "administrator":
      return "For administrators of the server."
    case "organization":
      return organizationSentences[demand.level]
    case "project":
      return demand.scopes.length === 0
        ? "For everybody with any scope in the project."
        : `Needs ${listed(demand.scopes.map((scope) => `the scope \`${scope}\``))} in the project.`
  }
}

const organizationSentences = {
  VIEWER: "For members of the organization, and for everybody with a permission in one of its projects.",
  MEMBER: "For members of the organization.",
  OWNER: "For owners of the organization."
} as const

const credentialNames: Record<CredentialKind, string> = {
  JWT: "access tokens",
  PAT: "personal access tokens",
  PAK: "project API keys"
}

const listed = (parts: ReadonlyArray<string>): string =>
  parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`
