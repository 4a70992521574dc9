import { createHash } from "node:crypto"
import BetterSqlite3 from "better-sqlite3"
import { makeInsert } from "./insert-row.ts"

/** How large a project of the content benchmarks is. */
export interface ContentSize {
  readonly keys: number
  readonly languages: number
}

export interface SeededProject {
  readonly projectId: number
  readonly languageIds: ReadonlyArray<number>
  readonly languageTags: ReadonlyArray<string>
  /** A revision that changed some keys. */
  readonly revisionId: number
}

export interface ContentSeed {
  /** Owner of the organization `acme`. */
  readonly userId: number
  readonly projects: ReadonlyArray<SeededProject>
  /** One key for each project, in their order. */
  readonly apiKeys: ReadonlyArray<string>
}

/** Every so many keys: beyond the sixtieth page, so that a filter has to look for its keys. */
const every = {
  namespace: 10,
  description: 3,
  tag: 7,
  trash: 50,
  revision: 400
} as const

const words = "account balance cancel delivery error finish group holiday invoice journey kitchen language".split(" ")

const word = (index: number): string => words[index % words.length] ?? ""

/** `page.checkout.balance.title.4711` */
export const keyNameOf = (index: number): string =>
  `${word(Math.floor(index / 400))}.${word(Math.floor(index / 20))}.${word(index)}.${index}`

/** A sentence of about 50 letters; the same for the same key and language. */
export const textOf = (index: number, tag: string): string =>
  `The ${word(index + 3)} of your ${word(index * 7 + 1)} is ready (${tag}), see ${word(index * 5)} ${index}`

/** Projects full of keys and texts, written with plain SQL into a database that the product made. */
export const seedContent = (databaseFile: string, sizes: ReadonlyArray<ContentSize>): ContentSeed => {
  const database = new BetterSqlite3(databaseFile)
  const now = Date.now()
  const insert = makeInsert(database)
  const seedProject = ({ keys, languages }: ContentSize, organizationId: number, number: number): SeededProject => {
    const projectId = insert("project", {
      organization_id: organizationId,
      name: `Content ${number}`,
      slug: `content-${number}`,
      use_namespaces: 1,
      created_at: now
    })
    const languageTags = Array.from({ length: languages }, (_, index) => (index === 0 ? "en" : `l${index}`))
    const languageIds = languageTags.map((tag) =>
      insert("language", { project_id: projectId, name: tag, original_name: tag, tag, created_at: now })
    )
    database.prepare("UPDATE project SET base_language_id = ? WHERE id = ?").run(languageIds[0], projectId)
    const namespaceId = insert("namespace", { project_id: projectId, name: "web" })
    const tagIds = ["app", "draft", "shop"].map((name) => insert("tag", { project_id: projectId, name }))
    const revisionId = insert("activity_revision", { project_id: projectId, type: "CREATE_KEY", created_at: now })
    const insertKey = database.prepare(
      `INSERT INTO translation_key (project_id, namespace_id, name, description, created_at, deleted_at)
       VALUES (?, ?, ?, ?, ?, ?)`
    )
    const insertText = database.prepare(
      "INSERT INTO translation (project_id, key_id, language_id, text, state, is_outdated, is_auto) VALUES (?, ?, ?, ?, ?, ?, ?)"
    )
    const insertTag = database.prepare("INSERT INTO key_tag (project_id, key_id, tag_id) VALUES (?, ?, ?)")
    const insertEntity = database.prepare(
      `INSERT INTO activity_modified_entity
       (revision_id, entity_class, entity_id, kind, description, modifications, relations)
       VALUES (?, 'Key', ?, 'ADD', '{}', '{}', '{}')`
    )
    for (let index = 0; index < keys; index++) {
      const keyId = Number(
        insertKey.run(
          projectId,
          index % every.namespace === 0 ? namespaceId : null,
          keyNameOf(index),
          index % every.description === 0 ? `Shown below the ${word(index + 5)} of a form` : null,
          now - keys + index,
          index % every.trash === 1 ? now : null
        ).lastInsertRowid
      )
      if (index % every.tag === 0) insertTag.run(projectId, keyId, tagIds[index % tagIds.length])
      if (index % every.revision === 0) insertEntity.run(revisionId, keyId)
      for (const [place, languageId] of languageIds.entries()) {
        const number = index * languages + place
        // The base language is complete, the others lack some rows and some texts.
        if (place > 0 && number % 19 === 0) continue
        const isEmpty = place > 0 && number % 41 === 0
        const state = isEmpty ? "UNTRANSLATED" : number % 3 === 0 ? "REVIEWED" : "TRANSLATED"
        const text = isEmpty ? null : textOf(index, languageTags[place] ?? "")
        const flags = [number % 53 === 0 ? 1 : 0, number % 101 === 0 ? 1 : 0]
        insertText.run(projectId, keyId, languageId, text, state, ...flags)
      }
    }
    return { projectId, languageIds, languageTags, revisionId }
  }
  const write = database.transaction((): ContentSeed => {
    const userId = insert("user_account", { username: "content@example.com", name: "Content", created_at: now })
    const organizationId = insert("organization", { name: "Acme", slug: "acme", base_type: "VIEW", created_at: now })
    insert("organization_role", { organization_id: organizationId, user_id: userId, role: "OWNER", created_at: now })
    const projects = sizes.map((size, index) => seedProject(size, organizationId, index))
    const apiKeys = projects.map(({ projectId }) => {
      // A key without prefix is stored as it is, digested.
      const apiKey = `contentbenchmark${projectId}`
      insert("project_api_key", {
        project_id: projectId,
        user_id: userId,
        description: "benchmark",
        scopes: JSON.stringify(["admin"]),
        key_hash: createHash("sha256").update(apiKey).digest("base64"),
        last_used_at: now + 86_400_000,
        created_at: now
      })
      return apiKey
    })
    return { userId, projects, apiKeys }
  })
  const seeded = write()
  database.pragma("wal_checkpoint(TRUNCATE)")
  database.close()
  return seeded
}
