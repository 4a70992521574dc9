import { createHash } from "node:crypto"
import BetterSqlite3 from "better-sqlite3"
import { makeInsert } from "./insert-row.ts"

/** Rows that the benchmarks read: written with plain SQL into a database that the product made. */
export interface Seed {
  readonly memberId: number
  readonly projectId: number
  readonly importFileId: number
  /** Wire form, and the inner key whose digest is stored. */
  readonly apiKey: string
  readonly innerKey: string
}

const projectCount = 1_000
const userCount = 200
const issueCount = 100_000

const viewerDescription = "Texts of one of the applications that this organization ships to its customers"

const base32 = (text: string): string => {
  const alphabet = "abcdefghijklmnopqrstuvwxyz234567"
  let bits = ""
  for (const byte of Buffer.from(text)) bits += byte.toString(2).padStart(8, "0")
  return (bits.match(/.{1,5}/g) ?? []).map((group) => alphabet[Number.parseInt(group.padEnd(5, "0"), 2)]).join("")
}

/** 1,000 projects of one organization, 200 members, a tenth of the projects with direct permissions, 100,000 issues. */
export const seed = (databaseFile: string): Seed => {
  const database = new BetterSqlite3(databaseFile)
  const now = Date.now()
  const insert = makeInsert(database)
  const write = database.transaction((): Seed => {
    const organizationId = insert("organization", {
      name: "Acme",
      slug: "acme",
      base_type: "VIEW",
      created_at: now
    })
    const userIds = Array.from({ length: userCount }, (_, index) =>
      insert("user_account", { username: `member${index}@example.com`, name: `Member ${index}`, created_at: now })
    )
    for (const [index, userId] of userIds.entries()) {
      insert("organization_role", {
        organization_id: organizationId,
        user_id: userId,
        role: index === 0 ? "OWNER" : "MEMBER",
        created_at: now
      })
    }
    const memberId = userIds[1] ?? 0
    const projectIds = Array.from({ length: projectCount }, (_, index) => {
      const projectId = insert("project", {
        organization_id: organizationId,
        name: `Application ${index}`,
        slug: `application-${index}`,
        description: viewerDescription,
        created_at: now
      })
      const languageId = insert("language", {
        project_id: projectId,
        name: "English",
        original_name: "English",
        tag: "en",
        flag_emoji: "🇬🇧",
        created_at: now
      })
      database.prepare("UPDATE project SET base_language_id = ? WHERE id = ?").run(languageId, projectId)
      if (index % 10 === 0) {
        for (const userId of userIds.slice(1, 20)) {
          insert("direct_permission", {
            project_id: projectId,
            user_id: userId,
            type: index % 50 === 0 ? "NONE" : "TRANSLATE",
            translate_language_ids: index % 50 === 0 ? null : JSON.stringify([languageId]),
            created_at: now
          })
        }
      }
      return projectId
    })
    const projectId = projectIds[1] ?? 0
    const innerKey = "benchmarkbenchmarkbenchmark"
    const apiKeyId = insert("project_api_key", {
      project_id: projectId,
      user_id: memberId,
      description: "benchmark",
      scopes: JSON.stringify(["translations.view"]),
      key_hash: createHash("sha256").update(innerKey).digest("base64"),
      last_used_at: now + 86_400_000,
      created_at: now
    })
    const importId = insert("import", {
      project_id: projectId,
      user_id: memberId,
      api_key_id: apiKeyId,
      created_at: now
    })
    const importFileId = insert("import_file", {
      import_id: importId,
      name: "en.json",
      format: "JSON_ICU",
      format_reason: JSON.stringify({ reason: "fallback", scores: [] }),
      issue_count: issueCount
    })
    for (let position = 0; position < issueCount; position++) {
      const key = `section.${Math.floor(position / 100)}.key.${position}`
      insert("import_file_issue", {
        import_file_id: importFileId,
        position,
        type: position % 3 === 0 ? "VALUE_IS_EMPTY" : "TRANSLATION_TOO_LONG",
        parameters: JSON.stringify([{ type: "KEY_NAME", value: key }]),
        line_number: position + 2,
        column_number: 5,
        message: `The value of the key "${key}" is empty.`
      })
    }
    return { memberId, projectId, importFileId, apiKey: `tgpak_${base32(`${projectId}_${innerKey}`)}`, innerKey }
  })
  const result = write()
  database.close()
  return result
}
