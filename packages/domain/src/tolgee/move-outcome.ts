/** The kinds of things that a move takes, one word for each. */
export type TakenKind =
  | "user"
  | "organization"
  | "role"
  | "project"
  | "language"
  | "namespace"
  | "branch"
  | "permission"
  | "key"
  | "customValues"
  | "comment"
  | "suggestion"
  | "task"
  | "label"
  | "screenshot"
  | "revision"
  | "webhook"
  | "contentDelivery"
  | "invitation"
  | "projectApiKey"
  | "personalAccessToken"
  | "login"
  | "codeReference"
  | "memory"
  | "memoryEntry"
  | "memoryUnit"
  | "ignoredIssue"
  | "machineTranslation"
  | "prompt"
  | "translationNote"
  | "glossary"
  | "glossaryTerm"

/** How many of a kind were new, had changed, or were as before. */
export interface MoveCounts {
  readonly added: number
  readonly changed: number
  readonly unchanged: number
}

/** Something that could not be taken as it was. */
export interface MoveFinding {
  readonly kind: FindingKind
  /** Such as a project, or a key in it. */
  readonly where: string
  /** How many; or a name that says more. */
  readonly detail: string | null
}

/** The result of a part of a move. */
export interface MoveOutcome {
  readonly counts: Readonly<Partial<Record<TakenKind, MoveCounts>>>
  readonly findings: ReadonlyArray<MoveFinding>
}

interface FindingText {
  readonly what: string
  readonly why: string
  readonly todo: string
}

const findingTexts = {
  passwords: {
    what: "Passwords",
    why: "The API does not show them.",
    todo: "Run the command again with --tolgee-database-url, or let users reset their passwords (`dragoman user reset-password`)."
  },
  secondFactors: {
    what: "Second factor of a login",
    why: "The API does not show its key.",
    todo: "Run the command again with --tolgee-database-url, or tell the user to switch it on again."
  },
  identities: {
    what: "Login by another service",
    why: "This server does not know the service, or the account has another login already.",
    todo: "Let the user connect the service again in the account settings."
  },
  userTaken: {
    what: "Account that was there already",
    why: "The user name is the same: what the person did and may do was given to the account here, whose role and login stay.",
    todo: "Check that both are one person."
  },
  userTakenKeys: {
    what: "Project API keys and personal access tokens of an account that was there already",
    why: "They are logins of the person there, who may be another one: the account here keeps the logins that it has.",
    todo: "Let the user of the account make new ones."
  },
  organizationTaken: {
    what: "Organization that was there already",
    why: "The part of its address is the same: members and projects were added to the one here.",
    todo: "Check that both are the same organization."
  },
  projectRenumbered: {
    what: "Project with another id",
    why: "Its id is taken here.",
    todo: "Change the id where scripts and apps name it. Project API keys contain it: tell clients the new id, or make new keys."
  },
  projectSlug: {
    what: "Project with another address",
    why: "The part of its address is taken here.",
    todo: "Change it in the settings of the project if links need it."
  },
  projectDeletedHere: {
    what: "Project that was deleted here after an earlier move",
    why: "What was deleted on this server is not taken again.",
    todo: "Nothing, if it is to stay deleted."
  },
  keyNameTaken: {
    what: "Key whose name another key has here",
    why: "The other key was made on this server after an earlier move.",
    todo: "Rename one of them, and run the command again."
  },
  keyDeletedHere: {
    what: "Key that was erased here after an earlier move",
    why: "What was erased on this server is not taken again.",
    todo: "Nothing, if it is to stay erased."
  },
  adminOnly: {
    what: "Facts that only an administrator's access token shows",
    why: "The server of Tolgee refused the request: personal access tokens cannot read them, and access tokens lose the right after an hour.",
    todo: "Log in at the server of Tolgee again and give the new access token, then run the command again."
  },
  scopes: {
    what: "Rights of features that this server does not have",
    why: "There is nothing that they would allow.",
    todo: "Nothing."
  },
  serverRole: {
    what: "Role on the whole server",
    why: "This server has no supporters: the account became an ordinary one.",
    todo: "Make it an administrator where that is wanted (`dragoman user set-role`)."
  },
  organizationRole: {
    what: "Role in an organization",
    why: "This server knows owners and members only: the user became a member.",
    todo: "Make the user an owner where that is wanted."
  },
  screenshotFile: {
    what: "Screenshot",
    why: "Its file could not be read, or is no image.",
    todo: "Upload it again, or make the file reachable and run the command again."
  },
  webhookSecret: {
    what: "Secret of a webhook",
    why: "The server of Tolgee did not show it: a new one was made.",
    todo: "Run the command again with --tolgee-database-url, or copy the new secret to the receiver."
  },
  projectApiKeys: {
    what: "Project API keys",
    why: "The API shows neither the keys nor their digests.",
    todo: "Run the command again with --tolgee-database-url, or make new keys."
  },
  personalAccessTokens: {
    what: "Personal access tokens",
    why: "The API shows neither the tokens nor their digests.",
    todo: "Run the command again with --tolgee-database-url, or let users make new ones."
  },
  codeReferences: {
    what: "References to code",
    why: "The API does not show them.",
    todo: "Run the command again with --tolgee-database-url, or import the files again that have them."
  },
  trash: {
    what: "Keys in the trash",
    why: "Only keys that are in use are taken.",
    todo: "Restore them at the server of Tolgee and run the command again, if they are needed."
  },
  history: {
    what: "Entries of the history",
    why: "They are about features or entities that this server does not have.",
    todo: "Nothing."
  },
  taskRenumbered: {
    what: "Task with another number",
    why: "A task of the project, made on this server, has the number here.",
    todo: "Tell its assignees the new number, if links name it."
  },
  taskProgress: {
    what: "Keys of a task that are done",
    why: "The server of Tolgee did not say which keys these are.",
    todo: "Mark them as done again."
  },
  taskLanguage: {
    what: "Task in a language that is not here",
    why: "The language was deleted at one of the servers.",
    todo: "Nothing, if the language is to stay deleted."
  },
  branchBases: {
    what: "State from which branches were made",
    why: "The API does not show it: a merge here compares with an empty one, so keys that differ are conflicts, and keys that a branch deleted stay.",
    todo: "Merge what is finished at the server of Tolgee first, and run the command again."
  },
  branchRenamed: {
    what: "Branch with another name",
    why: "A branch of the project has the name here.",
    todo: "Give it another name, if you like."
  },
  branchDeletedHere: {
    what: "Branch that was deleted here after an earlier move",
    why: "What was deleted on this server is not taken again.",
    todo: "Nothing, if it is to stay deleted."
  },
  contentDelivery: {
    what: "Address of a content delivery, and its storage",
    why: "The keys of storages are not readable: it publishes to the storage of this server, and has published nothing yet.",
    todo: "Enter the named storage in the project and choose it in the content delivery, or leave it here; then publish, and give the new address to your apps."
  },
  contentDeliveryRejected: {
    what: "Content delivery that was not taken",
    why: "Its branch is not here, or this server does not have its format.",
    todo: "Create it here with another branch or format, if your apps need it."
  },
  labelDeletedHere: {
    what: "Label that was deleted here after an earlier move",
    why: "What was deleted on this server is not taken again.",
    todo: "Nothing, if it is to stay deleted."
  },
  labelRenamed: {
    what: "Label with another name",
    why: "A label of the project has the name here.",
    todo: "Give it another name, if you like."
  },
  glossaryDeletedHere: {
    what: "Glossary that was deleted here after an earlier move",
    why: "What was deleted on this server is not taken again.",
    todo: "Nothing, if it is to stay deleted."
  },
  glossaryAssignment: {
    what: "Project that no longer uses a glossary",
    why: "The project is not here, or belongs to another organization.",
    todo: "Assign a glossary of its organization, if the project needs one."
  },
  memoryRenamed: {
    what: "Translation memory with another name",
    why: "A memory or a project of the organization has the name here.",
    todo: "Give it another name, if you like."
  },
  memoryDeletedHere: {
    what: "Translation memory that was deleted here after an earlier move",
    why: "What was deleted on this server is not taken again.",
    todo: "Nothing, if it is to stay deleted."
  },
  memoryAssignment: {
    what: "Project that no longer uses a shared translation memory",
    why: "The project is not here, belongs to another organization, or has another base language than the memory.",
    todo: "Assign the memory again, where both have one language."
  },
  memoryUnits: {
    what: "Unit ids and times of the entries of a translation memory",
    why: "The API does not show them: the entries are as new as this move.",
    todo: "Run the command again with --tolgee-database-url, if a TMX file with the same units is to be imported later."
  },
  checkTypes: {
    what: "Types of quality checks that this server does not have",
    why: "There is nothing that they would find.",
    todo: "Nothing."
  },
  translationServices: {
    what: "Services of machine translation that this server does not have",
    why: "The server of Tolgee does not show their keys: the project uses them as soon as this server has them.",
    todo: "Enter the keys in the settings of this server (`DRAGOMAN_MT_…`); PROMPT also works with a provider of the organization."
  },
  modelProviders: {
    what: "Providers of language models",
    why: "Keys of providers are not taken.",
    todo: "Let an owner of the organization add them again, under the same names, with their keys."
  },
  promptDeletedHere: {
    what: "Prompt that was deleted here after an earlier move",
    why: "What was deleted on this server is not taken again.",
    todo: "Nothing, if it is to stay deleted."
  }
} as const satisfies Record<string, FindingText>

export type FindingKind = keyof typeof findingTexts

/** A finding for people and as JSON: what it is, where, why, and what to do. */
export const describeFinding = ({ kind, where, detail }: MoveFinding): FindingText & MoveFinding => ({
  kind,
  where,
  detail,
  ...findingTexts[kind]
})

/** The outcomes of several parts as one; findings that are the same occur once. */
export const mergeOutcomes = (outcomes: ReadonlyArray<MoveOutcome>): MoveOutcome => {
  const counts: Partial<Record<TakenKind, MoveCounts>> = {}
  const findings = new Map<string, MoveFinding>()
  for (const outcome of outcomes) {
    for (const [kind, more] of Object.entries(outcome.counts) as ReadonlyArray<[TakenKind, MoveCounts]>) {
      const sum = counts[kind] ?? { added: 0, changed: 0, unchanged: 0 }
      counts[kind] = {
        added: sum.added + more.added,
        changed: sum.changed + more.changed,
        unchanged: sum.unchanged + more.unchanged
      }
    }
    for (const finding of outcome.findings) findings.set(JSON.stringify(finding), finding)
  }
  return { counts, findings: [...findings.values()] }
}
