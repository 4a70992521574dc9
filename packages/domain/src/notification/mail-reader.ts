/** The reader of a mail, and the projects that it names. */
export interface MailReader {
  readonly userId: number
  readonly projectIds: ReadonlyArray<number>
}

const userHeader = "X-Dragoman-User-Id"
const projectsHeader = "X-Dragoman-Project-Ids"

/**
 * Headers of a mail for one reader. People filter their mails by them; the server asks by them, before it sends a mail that
 * has waited, whether the reader may still see the projects.
 */
export const printMailReader = ({ userId, projectIds }: MailReader): Readonly<Record<string, string>> => ({
  [userHeader]: String(userId),
  ...(projectIds.length === 0 ? {} : { [projectsHeader]: projectIds.join(", ") })
})

/** The reader that such headers name; null: they name none, as those of an invitation. */
export const parseMailReader = (headers: Readonly<Record<string, string>> | null): MailReader | null => {
  const userId = headers?.[userHeader]
  if (userId === undefined) return null
  const projectIds = headers?.[projectsHeader]
  return { userId: Number(userId), projectIds: projectIds === undefined ? [] : projectIds.split(", ").map(Number) }
}
